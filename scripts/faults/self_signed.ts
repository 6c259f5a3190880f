/**
 * A certificate that nobody vouches for, made when it is needed: a committed
 * one would expire, and its key would look like a leak.
 *
 * @module
 */

const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
  extensions: 0xa3,
} as const;

const ECDSA_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const ALT_NAME = [0x55, 0x1d, 0x11];
const IP_ADDRESS = 0x87;
const DAY_MS = 24 * 60 * 60 * 1000;

type Bytes = ArrayLike<number>;

/** Writes a value with its tag and length. */
function der(tag: number, ...parts: readonly Bytes[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size = length < 0x80
    ? [length]
    : length < 0x100
    ? [0x81, length]
    : [0x82, length >> 8, length & 0xff];
  const bytes = new Uint8Array(1 + size.length + length);
  bytes.set([tag, ...size]);
  let at = 1 + size.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(Math.max(0, first));
  // A leading one bit would make it negative.
  return der(TAG.integer, (short[0] ?? 0) > 0x7f ? [0] : [], short);
}

function utcTime(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(TAG.time, new TextEncoder().encode(`${digits}Z`));
}

function pem(label: string, bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""]
    .join("\n");
}

/** Makes a certificate for 127.0.0.1 that is signed by itself. */
export async function selfSigned(): Promise<Deno.TlsCertifiedKeyPem> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    algorithm,
    true,
    ["sign", "verify"],
  );
  const spki = await crypto.subtle.exportKey("spki", publicKey);
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", privateKey);
  const method = der(TAG.sequence, der(TAG.oid, ECDSA_SHA256));
  const common = new TextEncoder().encode("faults");
  const name = der(
    TAG.sequence,
    der(
      TAG.set,
      der(TAG.sequence, der(TAG.oid, COMMON_NAME), der(TAG.utf8, common)),
    ),
  );
  const now = Date.now();
  const altNames = der(TAG.sequence, der(IP_ADDRESS, [127, 0, 0, 1]));
  const body = der(
    TAG.sequence,
    der(TAG.version, der(TAG.integer, [2])),
    der(TAG.integer, [1]),
    method,
    name,
    der(TAG.sequence, utcTime(now - DAY_MS), utcTime(now + DAY_MS)),
    name,
    new Uint8Array(spki),
    der(
      TAG.extensions,
      der(
        TAG.sequence,
        der(TAG.sequence, der(TAG.oid, ALT_NAME), der(TAG.octets, altNames)),
      ),
    ),
  );
  const raw = new Uint8Array(
    await crypto.subtle.sign(
      { name: "ECDSA", hash: "SHA-256" },
      privateKey,
      body.slice(),
    ),
  );
  const signature = der(
    TAG.sequence,
    integer(raw.subarray(0, 32)),
    integer(raw.subarray(32)),
  );
  const cert = der(
    TAG.sequence,
    body,
    method,
    der(TAG.bits, [0], signature),
  );
  return {
    cert: pem("CERTIFICATE", cert),
    key: pem("PRIVATE KEY", new Uint8Array(pkcs8)),
  };
}
