import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { constants, gzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '@riptide/core/kernel';
import { segmentLines } from './segment-lines.ts';

/** Reads of one file: what a race between unpacker and reader lost, it lost in one of few. All of them with `EVERY_CRASH_POINT=1`. */
const READS = process.env['EVERY_CRASH_POINT'] === '1' ? 20 : 4;
const LINES = 60_000;
/** Of the header that gzip puts before the packed bytes when the file has no name. */
const GZIP_HEADER_BYTES = 10;

let folder = '';
let text = '';
let packed: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'segment-'));
  const random = seededRandom(7);
  // Repeated words and digits by chance: they pack as frames do, over several chunks of the unpacker.
  const lines = Array.from({ length: LINES }, (_, n) => `${n} binance-perp {"p":"${random()}","q":${n % 977}}`);
  text = `${lines.join('\n')}\n`;
  packed = gzipSync(text, { level: 3 });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Read {
  readonly lines: number;
  readonly bytes: number;
  readonly damage: readonly string[];
}

/** Reads a segment; a `slow` reader leaves the unpacker time to run ahead. */
async function read(path: string, isSlow: boolean): Promise<Read> {
  const damage: string[] = [];
  let lines = 0;
  let bytes = 0;
  for await (const { spans, count } of segmentLines(path, (detail) => damage.push(detail))) {
    lines += count;
    for (let at = 0; at < count; at += 1) bytes += (spans[at * 2 + 1] as number) - (spans[at * 2] as number) + 1;
    if (isSlow) for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }
  return { lines, bytes, damage };
}

describe('segmentLines', () => {
  it('reads all that inflates of a segment cut anywhere, the same at every read, and tells the bytes it lost', async () => {
    const path = join(folder, 'cut.gz');
    const cuts = Array.from({ length: 12 }, (_, n) => Math.floor((packed.length * (n + 1)) / 13));
    for (const cut of [...cuts, packed.length - 1, packed.length - 8, packed.length - 9]) {
      await writeFile(path, packed.subarray(0, cut));
      const whole = inflateRawSync(packed.subarray(GZIP_HEADER_BYTES, cut), { finishFlush: constants.Z_SYNC_FLUSH });
      const endAt = whole.lastIndexOf(10) + 1;
      const wholeLines = whole.toString().split('\n').length - 1;
      for (let n = 0; n < READS; n += 1) {
        const { lines, bytes, damage } = await read(path, n % 2 === 1);
        expect({ cut, n, lines, bytes }).toEqual({ cut, n, lines: wholeLines, bytes: endAt });
        expect(damage).toHaveLength(1);
        expect(damage[0]).toContain('unexpected end of file');
        expect(damage[0]).toContain(`${whole.length - endAt} bytes after the last whole line`);
      }
    }
  }, 120_000);

  it('reads a segment with a damaged middle the same at every read', async () => {
    const path = join(folder, 'damaged.gz');
    for (const at of [0.3, 0.6, 0.9]) {
      const damaged = Buffer.from(packed);
      damaged.fill(0xff, Math.floor(packed.length * at), Math.floor(packed.length * at) + 200);
      await writeFile(path, damaged);
      const first = await read(path, false);
      expect(first.lines).toBeGreaterThan(0);
      expect(first.damage).toHaveLength(1);
      for (let n = 1; n < READS; n += 1) expect(await read(path, n % 2 === 1)).toEqual(first);
    }
  }, 60_000);

  it('reads a whole segment to its end, tells of no damage, and ends early when it is told to', async () => {
    const path = join(folder, 'whole.gz');
    await writeFile(path, packed);
    expect(await read(path, false)).toEqual({ lines: LINES, bytes: text.length, damage: [] });
    for await (const { count } of segmentLines(path, () => undefined)) {
      expect(count).toBeGreaterThan(0);
      break;
    }
    await writeFile(path, Buffer.concat([packed, packed]));
    expect(await read(path, false)).toEqual({ lines: LINES * 2, bytes: text.length * 2, damage: [] });
    await writeFile(path, '');
    expect(await read(path, false)).toEqual({
      lines: 0,
      bytes: 0,
      damage: [expect.stringContaining('unexpected end')],
    });
    await expect(read(join(folder, 'absent.gz'), false)).rejects.toThrow('ENOENT');
  });
});
