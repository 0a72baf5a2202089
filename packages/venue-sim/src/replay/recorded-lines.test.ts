import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { constants, deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '@riptide/core/kernel';
import { readLines } from './recorded-lines.ts';

const READS = 6;
const LINES = 40_000;
const NAME = 'frames.txt';
/** Of the header that gzip puts before the packed bytes when the file has no name. */
const GZIP_HEADER_BYTES = 10;
const ZIP_HEADER_BYTES = 30 + NAME.length;

let folder = '';
let text = '';
let gzip: Buffer = Buffer.alloc(0);
let zip: Buffer = Buffer.alloc(0);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  const random = seededRandom(11);
  text = Array.from({ length: LINES }, (_, n) => `${n} {"p":"${random()}","q":${n % 977}}\n`).join('');
  gzip = gzipSync(text, { level: 3 });
  const head = Buffer.alloc(30);
  head.write('PK\u0003\u0004', 0, 'latin1');
  head.writeUInt16LE(8, 8);
  head.writeUInt16LE(NAME.length, 26);
  zip = Buffer.concat([head, Buffer.from(NAME), deflateRawSync(text, { level: 3 })]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Reads a file; a `slow` reader leaves the unpacker time to run ahead. */
async function read(path: string, isSlow = false): Promise<{ readonly lines: number; readonly damage: string | null }> {
  let lines = 0;
  try {
    for await (const batch of readLines(path)) {
      lines += batch.length;
      if (isSlow) for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    }
  } catch (cause) {
    return { lines, damage: cause instanceof Error ? cause.message : String(cause) };
  }
  return { lines, damage: null };
}

/** Whole lines of what a packed text cut off there still holds. */
function linesOf(packed: Buffer): number {
  const whole = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  return whole.toString().split('\n').length - 1;
}

describe('readLines', () => {
  it('gives all whole lines of a gzip or zip file cut anywhere, the same at every read, and then throws', async () => {
    const path = join(folder, 'cut');
    for (const [packed, headBytes] of [
      [gzip, GZIP_HEADER_BYTES],
      [zip, ZIP_HEADER_BYTES],
    ] as const) {
      for (let part = 1; part < 8; part += 1) {
        const cut = Math.floor((packed.length * part) / 8);
        await writeFile(path, packed.subarray(0, cut));
        const lines = linesOf(packed.subarray(headBytes, cut));
        expect(lines).toBeGreaterThan(1_000);
        for (let n = 0; n < READS; n += 1) {
          const found = await read(path, n % 2 === 1);
          expect({ cut, n, ...found }).toEqual({ cut, n, lines, damage: 'unexpected end of file' });
        }
      }
    }
  }, 60_000);

  it('reads a gzip file with a damaged middle the same at every read', async () => {
    const path = join(folder, 'damaged');
    for (const at of [0.3, 0.6, 0.9]) {
      const damaged = Buffer.from(gzip);
      damaged.fill(0xff, Math.floor(gzip.length * at), Math.floor(gzip.length * at) + 200);
      await writeFile(path, damaged);
      const first = await read(path);
      expect(first.lines).toBeGreaterThan(0);
      expect(first.damage).not.toBeNull();
      for (let n = 1; n < READS; n += 1) expect(await read(path, n % 2 === 1)).toEqual(first);
    }
  }, 60_000);

  it('reads whole files to their end: gzip, several in one, zip with what follows its entry, plain; the last line without its end', async () => {
    const path = join(folder, 'whole');
    const whole = { lines: LINES, damage: null };
    for (const bytes of [gzip, zip, Buffer.concat([zip, Buffer.alloc(3 << 20, 7)]), text, text.trimEnd()]) {
      await writeFile(path, bytes);
      expect(await read(path)).toEqual(whole);
    }
    await writeFile(path, Buffer.concat([gzip, gzip]));
    expect(await read(path)).toEqual({ lines: 2 * LINES, damage: null });
    await writeFile(path, '');
    expect(await read(path)).toEqual({ lines: 0, damage: null });
    expect((await read(join(folder, 'absent'))).damage).toContain('ENOENT');
  });
});
