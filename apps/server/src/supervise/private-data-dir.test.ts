import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeDataDir } from './private-data-dir.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-private-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const modeOf = (...path: string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8);

function put(mode: number, ...path: string[]): void {
  mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(folder, ...path), 'x');
  chmodSync(join(folder, ...path), mode);
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is closed to others with what the product keeps in it, and a line says what was', () => {
    for (const path of [['app.db'], ['app.db-wal'], ['trading.db-shm'], ['journal', 'seg.log'], ['outbox', 'a.eml']])
      put(0o644, ...path);
    chmodSync(join(folder, 'journal'), 0o755);
    chmodSync(folder, 0o755);
    const closed = closeDataDir(folder);
    expect(closed).toMatchObject({ ok: true, value: expect.stringContaining('closed to them now: .,') });
    expect([modeOf(), modeOf('journal')]).toEqual(['700', '700']);
    for (const path of [['app.db'], ['app.db-wal'], ['trading.db-shm'], ['journal', 'seg.log'], ['outbox', 'a.eml']])
      expect([path, modeOf(...path)]).toEqual([path, '600']);
    expect(closeDataDir(folder)).toEqual({ ok: true, value: null });
  });

  it('keeps the files of somebody else in it, and what links point at, as they are', () => {
    put(0o644, 'holiday.jpg');
    put(0o644, 'outside');
    mkdirSync(join(folder, 'journal'), { mode: 0o700 });
    symlinkSync(join(folder, 'outside'), join(folder, 'journal', 'link'));
    expect(closeDataDir(folder)).toEqual({ ok: true, value: null });
    expect([modeOf('holiday.jpg'), modeOf('outside')]).toEqual(['644', '644']);
  });

  it('leaves a key that was open to others to its loader, which refuses it', () => {
    put(0o644, 'master.key');
    expect(closeDataDir(folder)).toEqual({ ok: true, value: null });
    expect(modeOf('master.key')).toBe('644');
  });

  it('is refused where everybody shares it', () => {
    chmodSync(folder, 0o1777);
    expect(closeDataDir(folder)).toMatchObject({ ok: false, error: expect.stringContaining('everybody shares it') });
    expect(modeOf()).toBe('777');
  });
});
