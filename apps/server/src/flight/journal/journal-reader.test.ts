import { mkdtempSync, rmSync, truncateSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradingFact } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { FileJournal } from '../../storage/journal/file-journal.ts';
import { segmentsOf } from '../../storage/journal/read-journal.ts';
import { JournalReader, type JournalFound } from './journal-reader.ts';

const T0 = 1_800_000_000_000;
let folder: string;
let journal: FileJournal;
let reader: JournalReader;

/** An event at a minute after the start. */
function write(minute: number): void {
  const fact: TradingFact = {
    kind: 'event',
    event: 'drill',
    severity: 'INFO',
    symbol: null,
    venues: [],
    text: `minute ${minute}`,
    data: {},
  };
  journal.append([fact], T0 + minute * 60_000);
}

/** A segment whose checkpoint is of a minute. */
function begin(minute: number): void {
  const options = { folder, clock: new VirtualClock(T0 + minute * 60_000), log: silentLog() };
  const { lastSeq } = journal ?? { lastSeq: 0 };
  journal?.close();
  journal = new FileJournal(options);
  journal.begin({ upTo: lastSeq }, lastSeq);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'riptide-reader-'));
  journal = new FileJournal({ folder, clock: new VirtualClock(T0), log: silentLog() });
  journal.begin({ upTo: 0 }, 0);
  for (const minute of [1, 2, 3]) write(minute);
  begin(4);
  for (const minute of [5, 6]) write(minute);
  begin(7);
  for (const minute of [8, 9]) write(minute);
  reader = new JournalReader(folder);
});

afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The record of a place and what its segment's checkpoint holds. */
function placed(found: JournalFound): unknown {
  if (found.kind !== 'found') return found.kind;
  const { segment, at } = found.place;
  return [segment.records[at]?.seq ?? null, segment.checkpoint.state, found.isAmbiguous];
}

describe('the reader of the journal', () => {
  it('finds each record behind the checkpoint before it', () => {
    const found = [1, 3, 4, 5, 6, 7].map((seq) => placed(reader.bySeq(seq)));
    const states = [0, 0, 3, 3, 5, 5].map((upTo) => ({ upTo }));
    expect(found).toEqual([1, 3, 4, 5, 6, 7].map((seq, at) => [seq, states[at], false]));
    expect([placed(reader.bySeq(8)), placed(reader.bySeq(99))]).toEqual(['unknown', 'unknown']);
  });

  it('finds the last record up to a time, or the checkpoint where none was written since', () => {
    const at = (minute: number) => placed(reader.byTime(T0 + minute * 60_000));
    expect(at(2)).toEqual([2, { upTo: 0 }, false]);
    expect(at(2.9)).toEqual([2, { upTo: 0 }, false]);
    expect(at(4.5)).toEqual([null, { upTo: 3 }, false]);
    expect(at(6)).toEqual([5, { upTo: 3 }, false]);
    expect(at(1_000)).toEqual([7, { upTo: 5 }, false]);
    expect(at(-1)).toBe('unknown');
  });

  it('sees what was written since it looked last', () => {
    reader.bySeq(7);
    write(10);
    expect(placed(reader.bySeq(8))).toEqual([8, { upTo: 5 }, false]);
  });

  it('takes the later of two times where the clock went back, in a segment and between segments, and says so', () => {
    write(5.5);
    expect(placed(reader.byTime(T0 + 5.7 * 60_000))).toEqual([8, { upTo: 5 }, true]);
    begin(2.2);
    write(2.3);
    expect(placed(reader.byTime(T0 + 2.5 * 60_000))).toEqual([9, { upTo: 8 }, false]);
    expect(placed(reader.byTime(T0 + 1.5 * 60_000))).toEqual([1, { upTo: 0 }, false]);
  });

  it('tells what is gone from what never was', () => {
    const [oldest = ''] = segmentsOf(folder);
    rmSync(join(folder, oldest));
    expect([placed(reader.bySeq(2)), placed(reader.byTime(T0 + 90_000))]).toEqual(['gone', 'gone']);
    expect(placed(reader.bySeq(4))).toEqual([4, { upTo: 3 }, false]);
    expect(placed(new JournalReader(join(folder, 'nowhere')).bySeq(1))).toBe('unknown');
  });

  it('reads up to a torn end', () => {
    const newest = join(folder, segmentsOf(folder).at(-1) ?? '');
    truncateSync(newest, readFileSync(newest).length - 4);
    expect([placed(reader.bySeq(6)), placed(reader.bySeq(7))]).toEqual([[6, { upTo: 5 }, false], 'unknown']);
  });
});
