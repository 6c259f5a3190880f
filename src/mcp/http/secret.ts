/**
 * What the server's secret is good for: signatures that any replica with the
 * same secret makes and knows, and texts that only they can read.
 *
 * @module
 */

import { fromBase64Url, toBase64Url } from "../../text/base64url.ts";

const encoder = new TextEncoder();
const IV_BYTES = 12;

/** One secret, used for several purposes that cannot be mixed up. */
export class Secret {
  readonly #signing: Promise<CryptoKey>;
  readonly #sealing: Promise<CryptoKey>;

  /** Without a secret a random one serves this process alone. */
  constructor(secret?: string) {
    const bytes = secret === undefined
      ? crypto.getRandomValues(new Uint8Array(32))
      : encoder.encode(secret);
    this.#signing = keyFor(bytes, "sign", { name: "HMAC", hash: "SHA-256" });
    this.#sealing = keyFor(bytes, "seal", { name: "AES-GCM" });
    // Whoever uses a key hears of its failure.
    this.#signing.catch(() => undefined);
    this.#sealing.catch(() => undefined);
  }

  /** Signs parts for one purpose. */
  async sign(purpose: string, ...parts: readonly string[]): Promise<string> {
    const key = await this.#signing;
    const data = bind(purpose, parts);
    return toBase64Url(
      new Uint8Array(await crypto.subtle.sign("HMAC", key, data)),
    );
  }

  /** Tells whether a signature is ours; in constant time. */
  async verify(
    signature: string,
    purpose: string,
    ...parts: readonly string[]
  ): Promise<boolean> {
    const bytes = fromBase64Url(signature);
    if (!bytes) return false;
    const key = await this.#signing;
    return await crypto.subtle.verify("HMAC", key, bytes, bind(purpose, parts));
  }

  /** Encrypts a text for one owner. */
  async seal(text: string, owner: string): Promise<string> {
    const key = await this.#sealing;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = encoder.encode(owner);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    const data = encoder.encode(text);
    const sealed = await crypto.subtle.encrypt(algorithm, key, data);
    const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
    bytes.set(iv);
    bytes.set(new Uint8Array(sealed), IV_BYTES);
    return toBase64Url(bytes);
  }

  /** Decrypts it again; `undefined` if it is not ours or not the owner's. */
  async unseal(sealed: string, owner: string): Promise<string | undefined> {
    const bytes = fromBase64Url(sealed);
    if (!bytes || bytes.length <= IV_BYTES) return undefined;
    const key = await this.#sealing;
    const iv = bytes.slice(0, IV_BYTES);
    const additionalData = encoder.encode(owner);
    const algorithm = { name: "AES-GCM", iv, additionalData };
    try {
      const data = bytes.slice(IV_BYTES);
      const text = await crypto.subtle.decrypt(algorithm, key, data);
      return new TextDecoder().decode(text);
    } catch {
      // Forged, cut, or somebody else's: all the same to the one who asks.
      return undefined;
    }
  }
}

async function keyFor(
  secret: Uint8Array<ArrayBuffer>,
  use: "sign" | "seal",
  algorithm: { name: "HMAC"; hash: string } | { name: "AES-GCM" },
): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, [
    "deriveBits",
  ]);
  const info = encoder.encode(`openai-responses-mcp ${use}`);
  const salt = new Uint8Array(32);
  const hkdf = { name: "HKDF", hash: "SHA-256", salt, info };
  const bits = await crypto.subtle.deriveBits(hkdf, base, 256);
  const uses: KeyUsage[] = use === "sign"
    ? ["sign", "verify"]
    : ["encrypt", "decrypt"];
  return await crypto.subtle.importKey("raw", bits, algorithm, false, uses);
}

/** One text of several, so that no two lists give the same. */
function bind(
  purpose: string,
  parts: readonly string[],
): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify([purpose, ...parts]));
}
