import { crc32 } from 'node:zlib';

/**
 * How the record of the market looks on disk: a line that names format and version, then blocks. A block is a head and its payload,
 * deflated. What is torn or damaged ends what can be read of a segment; the next one begins with everything again.
 *
 * Head, little endian: length of the payload (4), CRC-32 of all that follows (4), kind (1), 3 empty, time of the first and of the last entry
 * (8 each, epoch ms).
 */
export const SEGMENT_MAGIC = Buffer.from('RIPTIDE-FLIGHT 1\n', 'latin1');
export const HEAD_BYTES = 28;
/** Where the time of the first entry is in a head. */
export const HEAD_FROM = 12;
const SUMMED_FROM = 8;
/** More than any block has. */
const PAYLOAD_BYTES_MAX = 64 << 20;

/** `table` names the instruments, as JSON. `key` begins with everything that is known. `steps` goes on from the block before. */
const BLOCK_KINDS = ['table', 'key', 'steps'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Entries of a payload. */
export const ENTRY_EVERYTHING = 1;
export const ENTRY_BATCH = 2;
export const ENTRY_DEPTH = 3;
export const ENTRY_DEPTH_LOSS = 4;

export interface BlockHead {
  readonly kind: BlockKind;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A block in a segment's bytes. */
export interface FoundBlock extends BlockHead {
  readonly payload: Buffer;
  /** Works the sum out: false for a block that is damaged. */
  readonly isWhole: () => boolean;
}

/** Returns a block as it is written. */
export function encodeBlock({ kind, fromMs, toMs }: BlockHead, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeUInt8(BLOCK_KINDS.indexOf(kind), 8);
  bytes.writeDoubleLE(fromMs, HEAD_FROM);
  bytes.writeDoubleLE(toMs, 20);
  payload.copy(bytes, HEAD_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(SUMMED_FROM)), 4);
  return bytes;
}

/** Returns the blocks of a segment, up to one that is torn or no block at all; none when it is of another format. Sums are not checked: few blocks are needed. */
export function blocksOf(bytes: Buffer): readonly FoundBlock[] {
  if (!bytes.subarray(0, SEGMENT_MAGIC.length).equals(SEGMENT_MAGIC)) return [];
  const blocks: FoundBlock[] = [];
  let at = SEGMENT_MAGIC.length;
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    const end = at + HEAD_BYTES + length;
    if (length > PAYLOAD_BYTES_MAX || end > bytes.length) break;
    const kind = BLOCK_KINDS[bytes.readUInt8(at + 8)];
    if (kind === undefined) break;
    const sum = bytes.readUInt32LE(at + 4);
    const summed = bytes.subarray(at + SUMMED_FROM, end);
    blocks.push({
      kind,
      fromMs: bytes.readDoubleLE(at + HEAD_FROM),
      toMs: bytes.readDoubleLE(at + 20),
      payload: bytes.subarray(at + HEAD_BYTES, end),
      isWhole: () => crc32(summed) === sum,
    });
    at = end;
  }
  return blocks;
}

/** Name of a segment by its number. Names sort as their numbers do. */
export function marketSegmentName(number: number): string {
  return `${String(number).padStart(12, '0')}.flight`;
}

/** Returns the number in a segment's name, null for other files. */
export function marketSegmentNumber(name: string): number | null {
  const digits = /^(\d{12})\.flight$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}
