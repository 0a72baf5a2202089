import { describe, expect, it } from 'vitest';
import { domainError, type Journal, type TradingFact, type TradingRecord } from '../../domain/index.ts';
import { BacklogJournal } from './backlog-journal.ts';

const AT_MS = 1_795_000_000_000;
const happened = (text: string): TradingFact => ({
  kind: 'event',
  event: text,
  severity: 'INFO',
  symbol: null,
  venues: [],
  text,
  data: {},
});
const decision: TradingFact = { kind: 'setting', name: 'risk-level', value: 'low', by: 'operator' };

class FullableJournal implements Journal {
  isFull = false;
  readonly kinds: string[] = [];

  get lastSeq(): number {
    return this.kinds.length;
  }

  append(facts: readonly TradingFact[], atMs: number): ReturnType<Journal['append']> {
    if (this.isFull)
      return { ok: false, error: domainError('ENGINE_JOURNAL_FAILED', 'ENOSPC', { outcome: 'not-sent' }) };
    const first = this.kinds.length + 1;
    this.kinds.push(...facts.map((fact) => (fact.kind === 'event' ? fact.event : fact.kind)));
    return { ok: true, records: facts.map((fact, at) => ({ ...fact, seq: first + at, atMs }) as TradingRecord) };
  }
}

function newJournal() {
  const inner = new FullableJournal();
  const seqs: number[] = [];
  const journal = new BacklogJournal(inner, (records) => seqs.push(...records.map(({ seq }) => seq)));
  return { inner, seqs, journal };
}

describe('BacklogJournal', () => {
  it('refuses our decisions while the disk is full', () => {
    const { inner, journal } = newJournal();
    inner.isFull = true;
    expect(journal.append([decision], AT_MS)).toMatchObject({ ok: false, error: { code: 'ENGINE_JOURNAL_FAILED' } });
  });

  it('believes a venue although the disk is full, and writes it later, once, before anything newer', () => {
    const { inner, journal, seqs } = newJournal();
    inner.isFull = true;
    expect(journal.append([happened('fill')], AT_MS)).toMatchObject({ ok: true, records: [{ seq: 1 }] });
    expect(journal.append([decision], AT_MS).ok).toBe(false);
    inner.isFull = false;
    expect(journal.append([decision], AT_MS)).toMatchObject({ ok: true, records: [{ seq: 2 }] });
    expect(inner.kinds).toEqual(['fill', 'setting']);
    expect(seqs).toEqual([1, 2]);
    expect(journal.lastError).toBeNull();
  });

  it('numbers what waits as it will be numbered on disk', () => {
    const { inner, journal, seqs } = newJournal();
    journal.append([happened('a')], AT_MS);
    inner.isFull = true;
    expect(journal.append([happened('b'), happened('c')], AT_MS)).toMatchObject({ records: [{ seq: 2 }, { seq: 3 }] });
    expect(journal.append([happened('d')], AT_MS)).toMatchObject({ records: [{ seq: 4 }] });
    inner.isFull = false;
    expect(journal.flush()).toBeNull();
    expect(seqs).toEqual([1, 2, 3, 4]);
    expect(inner.kinds).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses what is over its bound instead of forgetting what it has promised', () => {
    const { inner, journal } = newJournal();
    inner.isFull = true;
    for (let n = 0; n < 10_000; n += 1) journal.append([happened(String(n))], AT_MS);
    expect(journal.append([happened('one more')], AT_MS).ok).toBe(false);
    expect(journal.waiting).toBe(10_000);
  });

  it('remembers the pull of the kill switch whatever waits already', () => {
    const { inner, journal } = newJournal();
    inner.isFull = true;
    for (let n = 0; n < 10_000; n += 1) journal.append([happened(String(n))], AT_MS);
    const pull: TradingFact = { kind: 'kill-switch', level: 3, reason: 'drill', by: 'operator' };
    expect(journal.append([pull], AT_MS).ok).toBe(true);
    inner.isFull = false;
    expect(journal.flush()).toBeNull();
    expect(inner.kinds.at(-1)).toBe('kill-switch');
  });
});
