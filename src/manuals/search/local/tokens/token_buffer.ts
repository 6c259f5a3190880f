/** A growing list of 16-bit token numbers. */
export class TokenBuffer {
  /** The numbers; only the first `length` count. */
  data: Uint16Array = new Uint16Array(1024);
  /** How many there are. */
  length = 0;

  /** Hands over what there is, and holds nothing more. */
  take(): Uint16Array {
    const taken = this.data.slice(0, this.length);
    this.data = new Uint16Array(1);
    this.length = 0;
    return taken;
  }

  /** Adds one at the end. */
  push(value: number): void {
    if (this.length === this.data.length) {
      const grown = new Uint16Array(this.length * 2);
      grown.set(this.data);
      this.data = grown;
    }
    this.data[this.length++] = value;
  }
}
