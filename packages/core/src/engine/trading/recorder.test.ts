import { describe, expect, it } from 'vitest';
import { domainError, type Journal, type TradingFact, type TradingRecord } from '../../domain/index.ts';
import { VirtualClock } from '../../kernel/index.ts';
import { Recorder } from './recorder.ts';

const fact = (text: string): TradingFact => ({
  kind: 'event',
  event: 'test',
  severity: 'INFO',
  symbol: null,
  venues: [],
  text,
  data: {},
});

class MemoryJournal implements Journal {
  isFull = false;
  readonly records: TradingRecord[] = [];

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    if (this.isFull)
      return { ok: false, error: domainError('ENGINE_JOURNAL_FAILED', 'ENOSPC', { outcome: 'not-sent' }) };
    const records = facts.map((each, at) => ({ ...each, seq: this.records.length + 1 + at, atMs }) as TradingRecord);
    this.records.push(...records);
    return { ok: true, records };
  }
}

function newRecorder() {
  const journal = new MemoryJournal();
  const folded: string[] = [];
  const told: number[] = [];
  const recorder = new Recorder({
    journal,
    clock: new VirtualClock(1_795_000_000_000),
    folds: [{ apply: (record) => void (record.kind === 'event' && folded.push(record.text)) }],
    onRecords: (records) => void told.push(...records.map(({ seq }) => seq)),
  });
  return { journal, folded, told, recorder };
}

describe('Recorder', () => {
  it('refuses a decision that the journal can not keep, and remembers nothing of it', () => {
    const { journal, folded, recorder } = newRecorder();
    journal.isFull = true;
    expect(recorder.write([fact('order')])).toMatchObject({ ok: false, error: { code: 'ENGINE_JOURNAL_FAILED' } });
    expect(folded).toEqual([]);
    expect(recorder.journalError?.code).toBe('ENGINE_JOURNAL_FAILED');
  });

  it('believes a fill at once although the disk is full, and writes it down later, once and before anything newer', () => {
    const { journal, folded, recorder } = newRecorder();
    journal.isFull = true;
    recorder.note([fact('fill')]);
    expect(folded).toEqual(['fill']);
    journal.isFull = false;
    recorder.write([fact('order')]);
    expect(folded).toEqual(['fill', 'order']);
    expect(journal.records.map((record) => record.kind === 'event' && record.text)).toEqual(['fill', 'order']);
  });

  it('decides nothing while older facts are not on disk', () => {
    const { journal, recorder } = newRecorder();
    journal.isFull = true;
    recorder.note([fact('fill')]);
    expect(recorder.write([fact('order')]).ok).toBe(false);
    expect(recorder.unwritten.waiting).toBe(1);
  });

  it('gives up the oldest facts over its bound and says so', () => {
    const { journal, recorder } = newRecorder();
    journal.isFull = true;
    for (let n = 0; n < 10_050; n += 1) recorder.note([fact(String(n))]);
    expect(recorder.unwritten).toEqual({ waiting: 10_000, lost: 50 });
  });
});
