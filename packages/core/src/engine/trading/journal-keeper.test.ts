import { describe, expect, it } from 'vitest';
import type { TradingFact } from '../../domain/index.ts';
import { silentLog, VirtualClock } from '../../kernel/index.ts';
import { BacklogJournal } from './backlog-journal.ts';
import { restoreCoreState } from './core-state.ts';
import type { CoreFold } from './core-fold.ts';
import { JournalKeeper } from './journal-keeper.ts';
import { MemoryJournal } from './memory-journal.fixture.ts';

const T0 = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const FACT: TradingFact = {
  kind: 'event',
  event: 'note',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text: 'a record',
  data: {},
};

/** A keeper over a journal that notes when checkpoints were begun, in minutes after the start. */
function newWorld() {
  const clock = new VirtualClock(T0);
  const journal = new MemoryJournal();
  const begunMinutes: number[] = [];
  const begin = journal.begin.bind(journal);
  journal.begin = (state, lastSeq) => {
    begunMinutes.push((clock.nowMs() - T0) / MINUTE_MS);
    return begin(state, lastSeq);
  };
  const fold = { name: 'other', isStirred: false, seen: 0 };
  const other: CoreFold = {
    name: fold.name,
    restore: () => undefined,
    apply: () => undefined,
    snapshot: () => fold.seen,
    get isStirred() {
      return fold.isStirred;
    },
  };
  const state = restoreCoreState({ snapshot: null, records: [] }, [other]);
  const facts = { append: (some: readonly TradingFact[]) => journal.append(some, clock.nowMs()) };
  const backlog = new BacklogJournal(journal, () => undefined);
  const keeper = new JournalKeeper({ backlog, facts, clock, log: silentLog() } as never, journal, state);
  const pass = (ms: number, perStep: () => void = () => undefined): void => {
    for (let at = 0; at < ms; at += 100) {
      perStep();
      clock.advance(100);
      keeper.tick();
    }
  };
  const savedOf = (): unknown => (journal.restored().snapshot as { others: { other: unknown } } | null)?.others.other;
  return { clock, journal, fold, pass, begunMinutes, savedOf };
}

describe('JournalKeeper', () => {
  it('writes a checkpoint after ten minutes in which records came, and none where none did', () => {
    const { journal, fold, pass, begunMinutes, savedOf } = newWorld();
    pass(30 * MINUTE_MS);
    expect(begunMinutes).toEqual([]);
    journal.append([FACT], T0);
    fold.seen = 7;
    pass(2_000);
    expect(begunMinutes).toHaveLength(1);
    expect(savedOf()).toBe(7);
    journal.append([FACT], T0);
    pass(9 * MINUTE_MS);
    expect(begunMinutes).toHaveLength(1);
    pass(2 * MINUTE_MS);
    expect(begunMinutes).toHaveLength(2);
    expect((begunMinutes[1] ?? 0) - (begunMinutes[0] ?? 0)).toBeCloseTo(10, 6);
  });

  it('waits for a moment in which nothing stirs, for another ten minutes at most', () => {
    const { journal, fold, pass, begunMinutes } = newWorld();
    fold.isStirred = true;
    journal.append([FACT], T0);
    pass(12 * MINUTE_MS);
    expect(begunMinutes).toEqual([]);
    fold.isStirred = false;
    pass(100);
    expect(begunMinutes).toHaveLength(1);
    pass(25 * MINUTE_MS, () => journal.append([FACT], T0));
    expect(begunMinutes).toHaveLength(2);
    expect((begunMinutes[1] ?? 0) - (begunMinutes[0] ?? 0)).toBeCloseTo(20, 6);
  });
});
