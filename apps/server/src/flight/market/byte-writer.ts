const FIRST_BYTES = 64 << 10;
/** Of one number: seven bits a byte for 53 bits, or eight bytes as it is. */
const NUMBER_BYTES_MAX = 9;
const LOW_BITS = 128;

/** Bytes that grow: whole numbers in as few as they need, others as they are. */
export class ByteWriter {
  private bytes = Buffer.allocUnsafe(FIRST_BYTES);
  private end = 0;

  get length(): number {
    return this.end;
  }

  /** Writes a whole number from 0 to 2^53 - 1, seven bits a byte, the low ones first. */
  whole(value: number): void {
    this.reserve();
    let left = value;
    while (left >= LOW_BITS) {
      this.bytes[this.end] = (left % LOW_BITS) + LOW_BITS;
      this.end += 1;
      left = Math.floor(left / LOW_BITS);
    }
    this.bytes[this.end] = left;
    this.end += 1;
  }

  /** Writes a whole number of either sign, as long as its amount is below 2^52. */
  signed(value: number): void {
    this.whole(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  float(value: number): void {
    this.reserve();
    this.end = this.bytes.writeDoubleLE(value, this.end);
  }

  /** Returns a copy of everything written and begins anew. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.end));
    this.end = 0;
    return taken;
  }

  private reserve(): void {
    if (this.end + NUMBER_BYTES_MAX <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(this.bytes.length * 2);
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }
}

/** Reads what a `ByteWriter` wrote. @throws RangeError behind the end: whoever reads has checked the sum before. */
export class ByteReader {
  private readonly bytes: Buffer;
  private at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get isEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  whole(): number {
    let value = 0;
    for (let unit = 1; ; unit *= LOW_BITS) {
      const byte = this.bytes.readUInt8(this.at);
      this.at += 1;
      if (byte < LOW_BITS) return value + byte * unit;
      value += (byte - LOW_BITS) * unit;
    }
  }

  signed(): number {
    const value = this.whole();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  float(): number {
    const value = this.bytes.readDoubleLE(this.at);
    this.at += 8;
    return value;
  }
}
