/** Encodes as Base64 that can stand in a header, a URL and a file name. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Decodes such Base64; `undefined` for anything else. */
export function fromBase64Url(
  text: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (char) => char.charCodeAt(0));
  } catch {
    // Of a length that base64 does not have.
    return undefined;
  }
}
