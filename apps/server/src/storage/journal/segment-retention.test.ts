import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradingFact } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { openSqlite } from '../open-sqlite.ts';
import { JournalFold } from '../trading-db/journal-fold.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../trading-db/trading-schema.ts';
import { FileJournal } from './file-journal.ts';
import { readJournal, segmentsOf } from './read-journal.ts';
import { SegmentRetention, type SegmentRetentionOptions } from './segment-retention.ts';

const AT_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const NOTE: TradingFact = {
  kind: 'event',
  event: 'note',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text: 'a record',
  data: {},
};
const ENDLESS = {
  keepMs: () => 7 * DAY_MS,
  bytesMax: Number.POSITIVE_INFINITY,
  freeBytes: () => Number.POSITIVE_INFINITY,
};

let dataDir = '';
let folder = '';
let clock: VirtualClock;
let journal: FileJournal;
let folds: JournalFold[] = [];
let errors: string[] = [];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-retention-'));
  folder = join(dataDir, 'journal');
  clock = new VirtualClock(AT_MS);
  folds = [];
  errors = [];
  await (await openSqlite<TradingSchema>(join(dataDir, 'trading.db'), TRADING_MIGRATIONS)).destroy();
  journal = new FileJournal({ folder, clock, log: silentLog() });
  journal.begin(null, 0);
});
afterEach(() => {
  for (const fold of folds) fold.close();
  journal.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Writes segments of two records each. */
function writeSegments(count: number): void {
  for (let at = 0; at < count; at += 1) {
    journal.append([NOTE, NOTE], AT_MS);
    journal.begin(null, journal.lastSeq);
  }
}

function names(...seqs: readonly number[]): readonly string[] {
  return seqs.map((seq) => `${String(seq).padStart(15, '0')}.journal`);
}

function retentionOf(over: Partial<SegmentRetentionOptions>): SegmentRetention {
  const log = { ...silentLog(), error: (text: string) => void errors.push(text) };
  return new SegmentRetention({ folder, clock, log, ...ENDLESS, ...over });
}

/** A start of the engine's cool side: a fold that does all it can at once. */
function started(over: Partial<SegmentRetentionOptions>): JournalFold {
  const log = { ...silentLog(), error: (text: string) => void errors.push(text) };
  const fold = new JournalFold({ folder, path: join(dataDir, 'trading.db'), retention: retentionOf(over), clock, log });
  folds.push(fold);
  fold.start();
  clock.advance(50);
  return fold;
}

function eventsIn(file = join(dataDir, 'trading.db')): number {
  const db = new Database(file, { readonly: true });
  const { count } = db.prepare('select count(*) as count from audit_event').get() as { readonly count: number };
  db.close();
  return count;
}

describe('SegmentRetention', () => {
  it('keeps folded segments for their time, up to their size together, and while there is room on the disk', () => {
    writeSegments(7);
    const all = names(0, 2, 4, 6, 8, 10, 12, 14);
    for (const [at, name] of all.entries()) {
      const writtenMs = AT_MS - (at < 2 ? 8 : 0) * DAY_MS;
      utimesSync(join(folder, name), writtenMs / 1e3, writtenMs / 1e3);
    }
    expect(started({}).figures.journal).toMatchObject({ segments: 6, deleted: 2, failures: 0 });
    expect(segmentsOf(folder)).toEqual(all.slice(2));
    const bytes = all.slice(2).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    started({ bytesMax: bytes });
    expect(segmentsOf(folder)).toEqual(all.slice(2));
    started({ bytesMax: bytes - 1 });
    expect(segmentsOf(folder)).toEqual(all.slice(3));
    started({ freeBytes: () => 600 << 20 });
    expect(segmentsOf(folder)).toEqual(all.slice(3));
    started({ freeBytes: () => 100 << 20 });
    expect(segmentsOf(folder)).toEqual(all.slice(5));
    started({ keepMs: () => 0, bytesMax: 0, freeBytes: () => 0 });
    expect(segmentsOf(folder)).toEqual(all.slice(5));
  });

  it('goes on after a death in the middle of deleting: a shorter journal without a gap', () => {
    writeSegments(8);
    let left = 2;
    const remove = (path: string): void => {
      if (left === 0) throw new Error('died here');
      left -= 1;
      rmSync(path);
    };
    const dead = started({ bytesMax: 0, remove });
    expect(segmentsOf(folder)).toEqual(names(4, 6, 8, 10, 12, 14, 16));
    expect(dead.figures).toMatchObject({ lastSeq: 16, failures: 0, journal: { deleted: 2, failures: 1 } });
    expect(errors).toEqual(['old segments of the journal can not be deleted']);
    errors = [];
    expect(readJournal(folder)).toMatchObject({ checkpoint: { seq: 16 }, records: [], tornBytes: 0 });
    journal.append([NOTE], AT_MS);
    const next = started({ bytesMax: 0 });
    expect(segmentsOf(folder)).toEqual(names(12, 14, 16));
    expect(next.figures).toMatchObject({ lastSeq: 17, journal: { segments: 3, deleted: 4, failures: 0 } });
    expect(eventsIn()).toBe(17);
    expect(errors).toEqual([]);
  });

  it('leaves what is not folded and the segment that is being read, and looks once a minute', () => {
    writeSegments(5);
    const retention = retentionOf({ bytesMax: 0 });
    const [first = '', second = ''] = names(0, 2);
    retention.sweep({ seq: 1, segment: second });
    expect(segmentsOf(folder)).toHaveLength(6);
    clock.advance(60_000);
    retention.sweep({ seq: 2, segment: first });
    expect(segmentsOf(folder)).toHaveLength(6);
    retention.sweep({ seq: 2, segment: second });
    expect(segmentsOf(folder)).toHaveLength(6);
    clock.advance(60_000);
    retention.sweep({ seq: 2, segment: second });
    expect(segmentsOf(folder)).toEqual(names(2, 4, 6, 8, 10));
    expect(retention.figures).toMatchObject({ segments: 5, deleted: 1, failures: 0 });
  });
});
