import { describe, expect, it } from 'vitest';
import { buildEndedTrade, buildRound, buildTrade } from './sample-trade.ts';
import { fillLatencyMs, filledShare, legAlert, predictedBps, predictedBy, tradeSteps } from './trade-words.ts';
import { mergeTrades, type ArbTrades } from './use-arb-trades.ts';

const [BUY, SELL] = buildTrade().legs;
if (!BUY || !SELL) throw new Error('Invariant: two legs');
const HALF = { legs: [BUY, { ...SELL, entry_qty: 0, entry_price: null, first_fill_at: null }] };

const statusesOf = (trade: Parameters<typeof tradeSteps>[0]) =>
  tradeSteps(trade).map((step) => `${step.label}: ${step.status}`);

describe('the words of an execution', () => {
  it('takes the latency from the start to the later leg, and has none before both filled', () => {
    expect(fillLatencyMs(buildTrade())).toBeCloseTo(118, 3);
    expect(fillLatencyMs(buildTrade(HALF))).toBeNull();
  });

  it('predicts by what was learned, else by the round trip, else by the entry alone', () => {
    const { expected } = buildTrade();
    const learned = buildTrade({ expected: { ...expected, learned_net_bps: 12 } });
    const bare = buildTrade({ expected: { ...expected, round_trip_net_bps: null } });
    expect([learned, buildTrade(), bare].map((trade) => [predictedBps(trade), predictedBy(trade)])).toEqual([
      [12, 'learned round trip'],
      [16.3, 'round trip'],
      [29.5, 'entry only'],
    ]);
  });

  it('goes on to the certificate of the hedge, which is done only by the word of both venues', () => {
    expect(statusesOf(buildTrade({ state: 'sent' }))).toEqual([
      'Planned: done',
      'Gates passed: done',
      'Orders sent: now',
      'Hedged: waiting',
      'Both venues read: waiting',
    ]);
    expect(statusesOf(buildTrade()).slice(-2)).toEqual(['Hedged: done', 'Both venues read: now']);
    expect(statusesOf(buildTrade({ certified: true })).at(-1)).toBe('Both venues read: done');
    expect(statusesOf(buildTrade({ certified: false })).at(-1)).toBe('Venues say otherwise: failed');
  });

  it('puts a repair, a missing answer and a naked leg in between, and ends with what was not opened', () => {
    expect(statusesOf(buildTrade({ state: 'imbalanced' }))).toEqual([
      'Planned: done',
      'Gates passed: done',
      'Orders sent: done',
      'Repairing: now',
      'Hedged: waiting',
      'Both venues read: waiting',
    ]);
    expect(statusesOf(buildTrade({ state: 'naked', phase: 'exit' }))).toEqual([
      'Closing: done',
      'NAKED: failed',
      'Closed: waiting',
      'Certified flat: waiting',
    ]);
    expect(statusesOf(buildTrade({ state: 'aborted' }))).toEqual(['Planned: done', 'Not opened: failed']);
    expect(statusesOf(buildEndedTrade())).toEqual(['Closing: done', 'Closed: done', 'Certified flat: done']);
  });

  it('says how many legs stand and where the other is put right', () => {
    const repair = {
      kind: 'complete',
      leg: 'sell',
      step: 1,
      qty: 6528,
      completion_bps: 1.2,
      unwind_bps: 6,
      timestamp: 1,
      reason: 'cheaper',
    } as const;
    expect(legAlert(buildTrade({ ...HALF, state: 'imbalanced', repairs: [repair] }))).toBe(
      '1 of 2 legs, completed on KUCOIN',
    );
    expect(legAlert(buildTrade({ ...HALF, state: 'naked' }))).toBe('A leg stands alone on BYBIT');
    expect(legAlert(buildTrade())).toBeNull();
  });

  it('measures a leg by the entry while it opens and by the exit once it closes', () => {
    expect(filledShare(buildTrade(), { ...BUY, entry_qty: 3264 })).toBe(0.5);
    expect(filledShare(buildTrade({ phase: 'exit' }), { ...BUY, exit_qty: 1632 })).toBe(0.25);
  });
});

describe('mergeTrades', () => {
  const before: ArbTrades = { trades: [buildTrade()], rounds: [buildRound()], total: 9, atSeconds: 1 };
  const payload = { executions: [], rounds: [], removed: [] };

  it('changes only what an update names, newest first, open rounds before ended ones', () => {
    const newer = buildTrade({ id: 'a0123456789b', started_at: 1_800_000_000 });
    const ended = buildRound({ id: 'r0123456789b', state: 'closed', created_at: 1_900_000_000 });
    const after = mergeTrades(before, {
      kind: 'update',
      ts: 2,
      payload: { ...payload, executions: [newer, buildEndedTrade()], rounds: [ended] },
    });
    expect(after.trades.map((trade) => [trade.id, trade.state])).toEqual([
      ['a0123456789b', 'hedged'],
      ['a0123456789a', 'certified'],
    ]);
    expect(after.rounds.map((round) => round.id)).toEqual(['r0123456789a', 'r0123456789b']);
    expect(after.atSeconds).toBe(2);
  });

  it('drops what is gone and what a snapshot no longer holds', () => {
    const removed = mergeTrades(before, { kind: 'update', ts: 2, payload: { ...payload, removed: ['a0123456789a'] } });
    expect(removed.trades).toEqual([]);
    expect(mergeTrades(before, { kind: 'snapshot', ts: 2, payload }).rounds).toEqual([]);
  });
});
