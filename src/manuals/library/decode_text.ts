const KANA = /[\u3041-\u30fe]/;
// Some decoders pass bytes that are nothing on as controls that no text holds.
const CONTROL = /[\x80-\x9f]/;
/** Text without any kana has at least this share of characters of its own. */
const MIN_SHARE = 0.3;

/**
 * Decodes a text: UTF-8, UTF-16 where a byte order mark says so, and else
 * EUC-JP or Shift_JIS if the result looks like Japanese. A byte order mark is
 * removed.
 *
 * @returns `undefined` for anything else, and for what no string can hold.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decode("utf-16be", bytes);
  return decode("utf-8", bytes) ?? decodeJapanese(bytes);
}

/**
 * Kana in Shift_JIS are no EUC-JP, and kana in EUC-JP become half-width ones in
 * Shift_JIS: which of the two a text is, its kana tell. Without any, accented
 * letters of Western encodings would do for kanji, if they were as many.
 */
function decodeJapanese(bytes: Uint8Array): string | undefined {
  const texts = ["euc-jp", "shift_jis"]
    .map((encoding) => decode(encoding, bytes))
    .filter((text): text is string =>
      text !== undefined && !CONTROL.test(text)
    );
  return texts.find((text) => KANA.test(text)) ??
    texts.find((text) => share(text) >= MIN_SHARE);
}

function share(text: string): number {
  let own = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) own++;
  }
  return own / text.length;
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // Not that encoding, or too long for a string, or unknown to the runtime.
    if (error instanceof TypeError || error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}
