import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { processLog } from './process-log.ts';
import { RotatingFile } from './rotating-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-log-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('RotatingFile', () => {
  it('keeps the newest lines in so many files, whatever is written, and loses none between them', () => {
    const file = new RotatingFile({ path: join(folder, 'logs', 'x.log'), bytesMax: 100, kept: 2 });
    for (let at = 0; at < 100; at += 1) file.write(`line ${String(at).padStart(4, '0')}\n`);
    file.close();
    const names = readdirSync(join(folder, 'logs')).toSorted();
    expect(names).toEqual(['x.log', 'x.log.1', 'x.log.2']);
    const text = ['x.log.2', 'x.log.1', 'x.log']
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('');
    const lines = text.trimEnd().split('\n');
    expect([lines.at(-1), text.length <= 3 * 110]).toEqual(['line 0099', true]);
    expect(lines).toEqual(lines.map((_, at) => `line ${String(100 - lines.length + at).padStart(4, '0')}`));
    expect(statSync(join(folder, 'logs', 'x.log')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700);
  });

  it('goes on behind what an earlier process wrote, and counts it', () => {
    const path = join(folder, 'x.log');
    writeFileSync(path, 'x'.repeat(95));
    const file = new RotatingFile({ path, bytesMax: 100, kept: 1 });
    file.write('123456\n');
    file.write('next\n');
    file.close();
    expect([statSync(`${path}.1`).size, readFileSync(path, 'utf8')]).toEqual([102, 'next\n']);
  });

  it('counts the lines it could not write, and writes again as soon as it can', () => {
    const path = join(folder, 'x.log');
    mkdirSync(path);
    const file = new RotatingFile({ path, bytesMax: 100, kept: 1 });
    file.write('lost\n');
    rmSync(path, { recursive: true });
    file.write('kept\n');
    file.close();
    expect([file.lost, readFileSync(path, 'utf8')]).toEqual([1, 'kept\n']);
  });
});

describe('processLog', () => {
  it('writes one JSON object a line with level, time, process and msg, the fields beside them, over the level only', () => {
    const log = processLog('engine', { level: 'warn', dataDir: folder });
    log.info('not told');
    log.warn('slow', { venue: 'OKX', requestId: 'r-1', tookMs: 12 });
    log.error('two\nlines');
    const lines = readFileSync(join(folder, 'logs', 'engine.log'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        process: 'engine',
        venue: 'OKX',
        requestId: 'r-1',
        tookMs: 12,
        msg: 'slow',
      },
      expect.objectContaining({ level: 'error', process: 'engine', msg: 'two\nlines' }),
    ]);
  });
});
