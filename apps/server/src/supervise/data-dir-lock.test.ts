import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

describe('lockDataDir', () => {
  it('refuses a folder that is in use, naming the process, and takes it once it is free', () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'riptide-lock-')), 'data');
    const first = lockDataDir(dataDir);
    if (!first.ok) throw new Error(first.error);
    const second = lockDataDir(dataDir);
    expect(second).toEqual({
      ok: false,
      error: expect.stringContaining(`in use by another Riptide (process ${process.pid})`),
    });
    first.value.release();
    const third = lockDataDir(dataDir);
    expect(third.ok).toBe(true);
    if (third.ok) third.value.release();
  });

  it.runIf(process.platform === 'linux')('answers at once where the system lets no folder be made', () => {
    const result = lockDataDir('/proc/riptide/data');
    expect(result.ok ? '' : result.error).toContain('(ENOENT)');
  });

  it('answers with one line when the folder cannot be made', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'riptide-lock-')), 'file');
    writeFileSync(file, '');
    const result = lockDataDir(join(file, 'data'));
    expect(result.ok ? '' : result.error).toMatch(
      /^DATA_DIR: read .* allowed: a folder that can be made and written \(ENOTDIR\)$/,
    );
  });
});
