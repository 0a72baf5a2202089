import { describe, expect, it } from 'vitest';
import { buildEvent, buildTrade } from '../tail.fixture.ts';
import { NO_PICKS, pickNext, pickedAs } from './picks.ts';
import { TailRate } from './tail-rate.ts';
import { TailRows, tailKey } from './tail-rows.ts';
import { TAIL_CAPS, parseTailSearch, streamPath, tailFields } from './tail-search.ts';

const keys = (rows: TailRows): string[] => rows.take().rows.map(tailKey);

describe('the rows of the tail', () => {
  it('are prepended, newest first, and capped', () => {
    const rows = new TailRows(2);
    rows.add(buildTrade(1));
    rows.add(buildEvent(2));
    rows.add(buildTrade(3));
    expect(rows.take().prepended).toBe(3);
    expect(keys(rows)).toEqual(['trade:3', 'event:2']);
    rows.setCap(1);
    expect(keys(rows)).toEqual(['trade:3']);
  });

  it('take the newest result of a trade in its place', () => {
    const rows = new TailRows(10);
    rows.add(buildTrade(1));
    rows.add(buildTrade(2));
    rows.take();
    rows.add(buildTrade(1, { result: { status: 'sent', orders: [{ status: 'canceled' }] } }));
    const { rows: shown, prepended } = rows.take();
    expect([shown.map(tailKey), prepended]).toEqual([['trade:2', 'trade:1'], 0]);
    expect(shown[1]).toMatchObject({ result: { orders: [{ status: 'canceled' }] } });
  });

  it('take rows that were loaded by their time, each once, whatever came meanwhile', () => {
    const rows = new TailRows(10);
    rows.add(buildTrade(5));
    rows.take();
    rows.add(buildEvent(6));
    rows.merge([buildTrade(5), buildEvent(6), buildTrade(4), buildEvent(3)]);
    expect(keys(rows)).toEqual(['event:6', 'trade:5', 'trade:4', 'event:3']);
  });

  it('keep trades and events of one number apart, and are gone when cleared', () => {
    const rows = new TailRows(10);
    rows.add(buildTrade(1));
    rows.add(buildEvent(1));
    expect(keys(rows)).toEqual(['event:1', 'trade:1']);
    rows.clear();
    expect(keys(rows)).toEqual([]);
  });
});

describe('the rate', () => {
  it('is of the last ten whole seconds, or of as many as there were', () => {
    let nowMs = 1_000_000;
    const rate = new TailRate(() => nowMs);
    for (let second = 0; second < 4; second += 1, nowMs += 1000) for (let n = 0; n < 50; n += 1) rate.count();
    expect(rate.perS(nowMs)).toBe(50);
    expect(rate.perS(nowMs + 6000)).toBe(20);
    expect(rate.perS(nowMs + 20_000)).toBe(0);
  });
});

describe('picks', () => {
  it('set A, then B, then restart with A', () => {
    const [one, two, three] = [buildTrade(1), buildTrade(2), buildEvent(3)];
    const first = pickNext(NO_PICKS, one);
    const second = pickNext(first, two);
    const third = pickNext(second, three);
    expect([first, second, third]).toEqual([
      { a: one, b: null },
      { a: one, b: two },
      { a: three, b: null },
    ]);
    expect([pickedAs(second, one), pickedAs(second, two), pickedAs(third, one)]).toEqual(['A', 'B', null]);
    expect(pickedAs({ a: one, b: one }, one)).toBe('A and B');
  });
});

describe('the address of the tail', () => {
  it('has the documented choices and defaults', () => {
    expect(parseTailSearch({})).toEqual({ kind: 'both', symbol: '', severity: 'INFO', cap: 300 });
    expect(TAIL_CAPS).toEqual([100, 200, 300, 500, 1000]);
    expect(parseTailSearch({ tailKind: 'x', tailSeverity: 'LOUD', tailCap: '7', tailSymbol: ' btcusdt ' })).toEqual({
      kind: 'both',
      symbol: 'BTCUSDT',
      severity: 'INFO',
      cap: 300,
    });
  });

  it('leaves defaults out and is read back', () => {
    expect(tailFields({ kind: 'both', severity: 'INFO', cap: 300 })).toEqual({
      tailKind: undefined,
      tailSeverity: undefined,
      tailCap: undefined,
    });
    const fields = tailFields({ kind: 'events', symbol: 'ETHUSDT', severity: 'ERROR', cap: 1000 });
    expect(
      parseTailSearch(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))),
    ).toEqual({ kind: 'events', symbol: 'ETHUSDT', severity: 'ERROR', cap: 1000 });
  });

  it('asks the stream for kind, severity_min and symbol', () => {
    expect(streamPath({ kind: 'trades', symbol: 'BTCUSDT', severity: 'WARN' })).toBe(
      '/api/audit/stream?kind=trades&severity_min=WARN&symbol=BTCUSDT',
    );
    expect(streamPath({ kind: 'both', symbol: '', severity: 'INFO' })).toBe(
      '/api/audit/stream?kind=both&severity_min=INFO',
    );
  });
});
