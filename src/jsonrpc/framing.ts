/**
 * How one connection's answers are framed. The decoder turns `lines` on when it
 * meets a line-delimited message; the encoder obeys. It belongs to a connection,
 * so that two servers in one process do not disturb each other.
 */
export interface Framing {
  /** `JSON\n` for good, or `Content-Length` frames as long as it is false. */
  lines: boolean;
}
