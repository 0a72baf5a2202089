import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findMasterKey, loadMasterKey } from './master-key.ts';

let dataDir = '';
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'riptide-master-key-'))));

describe('the master key', () => {
  it('is made once, readable by its owner alone, and stays', () => {
    expect(findMasterKey({ dataDir, given: null })).toEqual({ ok: true, value: null });
    const made = loadMasterKey({ dataDir, given: null });
    expect(made.ok && made.value.length).toBe(32);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(loadMasterKey({ dataDir, given: null })).toEqual(made);
    expect(findMasterKey({ dataDir, given: null })).toEqual(made);
  });

  it.each([0o640, 0o604, 0o666])('is refused in one line when others may read its file (%o)', (mode) => {
    loadMasterKey({ dataDir, given: null });
    chmodSync(join(dataDir, 'master.key'), mode);
    const key = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
    const refused = loadMasterKey({ dataDir, given: null });
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('chmod 600') });
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(JSON.stringify(refused)).not.toContain('\\n');
  });

  it('is refused when its file holds something else', () => {
    writeFileSync(join(dataDir, 'master.key'), 'hunter2', { mode: 0o600 });
    const refused = loadMasterKey({ dataDir, given: null });
    expect(refused).toMatchObject({ ok: false, error: expect.stringContaining('holds no master key') });
    expect(JSON.stringify(refused)).not.toContain('hunter2');
  });

  it('comes from the variable when that is set, as digits and as base64 alike', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(loadMasterKey({ dataDir, given: bytes.toString('hex') })).toEqual({ ok: true, value: bytes });
    expect(loadMasterKey({ dataDir, given: bytes.toString('base64') })).toEqual({ ok: true, value: bytes });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
