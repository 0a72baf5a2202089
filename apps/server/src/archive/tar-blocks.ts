/** Blocks of the tar format (POSIX ustar; sizes of 8 GiB and over in base 256, as GNU tar writes them). */

export const TAR_BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_AT = 124;
const SUM_AT = 148;
const OCTAL_SIZE_MAX = 0o77777777777;

export interface TarHead {
  readonly name: string;
  readonly size: number;
}

/** Returns the head of a file, readable by its owner only. @throws Error when the name is too long or no plain ASCII. */
export function tarHead({ name, size }: TarHead, atMs: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error(`Invariant: no name for an archive: ${name}`);
  const block = Buffer.alloc(TAR_BLOCK);
  block.write(name, 0, NAME_BYTES, 'latin1');
  block.write('0000600\0', 100, 'latin1');
  block.write('0000000\0', 108, 'latin1');
  block.write('0000000\0', 116, 'latin1');
  writeSize(block, size);
  block.write(
    `${Math.floor(atMs / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
    'latin1',
  );
  block.write('0', 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, SUM_AT, 'latin1');
  return block;
}

/** Returns how many zero bytes follow a file of `size` bytes. */
export function tarPadding(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** What ends an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(TAR_BLOCK * 2);
}

/** Returns what a head says; null at the end of the archive. @throws Error when it is no head of a plain file. */
export function readTarHead(block: Buffer): TarHead | null {
  if (block.every((byte) => byte === 0)) return null;
  const told = Number.parseInt(block.toString('latin1', SUM_AT, SUM_AT + 6), 8);
  if (told !== sumOf(block) || block[156] !== 0x30) throw new Error('no head of a file in the archive');
  const end = block.indexOf(0);
  return { name: block.toString('latin1', 0, Math.min(end, NAME_BYTES)), size: readSize(block) };
}

function writeSize(block: Buffer, size: number): void {
  if (size <= OCTAL_SIZE_MAX) {
    block.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE_AT, 'latin1');
    return;
  }
  block[SIZE_AT] = 0x80;
  block.writeBigUInt64BE(BigInt(size), SIZE_AT + 4);
}

function readSize(block: Buffer): number {
  if (block[SIZE_AT] === 0x80) return Number(block.readBigUInt64BE(SIZE_AT + 4));
  return Number.parseInt(block.toString('latin1', SIZE_AT, SIZE_AT + 11), 8);
}

/** Sum of all bytes, the sum's own field taken for spaces. */
function sumOf(block: Buffer): number {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= SUM_AT && at < SUM_AT + 8 ? 0x20 : byte;
  return sum;
}
