import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type * as Fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TradingFact } from '@riptide/core/domain';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileJournal as Journal } from './file-journal.ts';
import { segmentName } from './journal-lines.ts';
import { readJournal } from './read-journal.ts';

const AT_MS = 1_795_000_000_000;
const disk = vi.hoisted(() => ({ roomBytes: Number.POSITIVE_INFINITY }));

/** A disk with so much room: a write takes what fits, the next one fails, as ext4 does it. */
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const writeSync = (descriptor: number, bytes: Buffer, from: number, length?: number, at?: number | null): number => {
    if (disk.roomBytes <= 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    const wanted = Math.min(length ?? bytes.length - from, disk.roomBytes);
    disk.roomBytes -= wanted;
    return fs.writeSync(descriptor, bytes, from, wanted, at ?? null);
  };
  return { ...fs, writeSync };
});

// WHY: files share their modules, and another one may have loaded the journal with the real disk already.
vi.resetModules();
const { FileJournal } = await import('./file-journal.ts');
afterAll(() => void vi.resetModules());

const fact = (text: string): TradingFact => ({
  kind: 'event',
  event: 'test',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text,
  data: {},
});

describe('the journal on a full disk', () => {
  let folder = '';
  const open = (): Journal => new FileJournal({ folder, clock: systemClock(), log: silentLog() });

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'riptide-journal-'))));
  afterEach(() => {
    disk.roomBytes = Number.POSITIVE_INFINITY;
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps what comes after a record of which only a part had room', () => {
    const journal = open();
    journal.begin({}, 0);
    expect(journal.append([fact('before')], AT_MS).ok).toBe(true);
    disk.roomBytes = 40;
    expect(journal.append([fact('lost')], AT_MS).ok).toBe(false);
    disk.roomBytes = Number.POSITIVE_INFINITY;
    expect(journal.append([fact('after')], AT_MS).ok).toBe(true);
    journal.close();
    const { records, tornBytes } = readJournal(folder);
    expect(records.map((record) => record.kind === 'event' && record.text)).toEqual(['before', 'after']);
    expect(tornBytes).toBe(0);
  });

  it.skipIf(!existsSync('/proc/self/fd'))('leaves no file open behind a segment that could not be begun', () => {
    const journal = open();
    journal.begin({}, 0);
    journal.append([fact('a')], AT_MS);
    mkdirSync(join(folder, segmentName(1)));
    const before = readdirSync('/proc/self/fd').length;
    for (let at = 0; at < 20; at += 1) expect(journal.begin({}, 1).ok).toBe(false);
    expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 10);
    expect(journal.append([fact('b')], AT_MS)).toMatchObject({ ok: true, records: [{ seq: 2 }] });
    journal.close();
  });

  it('is not called large because of its checkpoint, which a new segment would only repeat', () => {
    const journal = open();
    journal.begin({ text: 'x'.repeat(9 << 20) }, 0);
    expect(journal.isLarge).toBe(false);
    for (let at = 0; at < 9; at += 1) journal.append([fact('x'.repeat(1 << 20))], AT_MS);
    expect(journal.isLarge).toBe(true);
    journal.close();
  });
});
