import { describe, expect, it } from 'vitest';
import { TRIGGER_SETTINGS } from '../trigger-strategy.ts';
import { CAPACITY_USD, TRIAL_KINDS, type TrialKind, type TrialResult } from '../trials/trial-model.ts';
import { judgeTrials } from './judge-trials.ts';

const NAMED = { subject: 'an arm', settingsHash: 'h', source: 'a test', madeMs: 1, openTrials: 0 };
/** Alternates about 0 so that a mean is what it says and its spread is known. */
const wobble = (n: number): number => (n % 2 === 0 ? 4 : -4);

function result(n: number, kind: TrialKind, grossBps: number): TrialResult {
  const startMs = n * 100_000;
  return {
    plan: {
      kind,
      decisionId: `D${n}`,
      clusterId: `C${n}`,
      ix: 0,
      side: 'long',
      arm: TRIGGER_SETTINGS.arm,
      notionalUsd: 1_000,
      signalMs: startMs,
      startMs,
      latencyMs: 10,
    },
    isFilled: true,
    entryMs: startMs + 10,
    exitMs: startMs + 1_000,
    entryPx: 100,
    exitPx: 100,
    exit: 'time',
    netBps: grossBps - 12,
    grossBps,
    feesBps: 10,
    spreadBps: 2,
    slippageBps: 0,
    fundingBps: 0,
    depthBps: kind === 'signal' ? CAPACITY_USD.map((usd) => usd / 1e4) : [],
  };
}

function trials(count: number, grossOf: (kind: TrialKind, n: number) => number): TrialResult[] {
  return Array.from({ length: count }, (_, n) => TRIAL_KINDS.map((kind) => result(n, kind, grossOf(kind, n)))).flat();
}

const clear = (kind: TrialKind, n: number): number => (kind === 'signal' ? 30 : 0) + wobble(n);

describe('judgeTrials', () => {
  it('calls an edge what beats the placebos beyond doubt and earns after costs', () => {
    const card = judgeTrials(trials(100, clear), NAMED);
    expect(card.verdict).toBe('edge');
    expect(card.edgeBps).toBeCloseTo(30, 6);
    expect(card.netBps).toBeCloseTo(18, 6);
    expect(card.trades).toBe(40);
    expect(card.inSample.trades).toBe(60);
  });

  it('says where half the edge is eaten by the depth of the book', () => {
    // Slippage of usd / 10,000 bps: 15 bps at 150,000.
    expect(judgeTrials(trials(100, clear), NAMED).capacityUsd).toBe(150_000);
  });

  it('judges on the last part of the signals alone', () => {
    const early = trials(100, (kind, n) => (kind === 'signal' && n < 60 ? 80 : 0) + wobble(n));
    const card = judgeTrials(early, NAMED);
    expect(card.inSample.edgeBps).toBeCloseTo(80, 6);
    expect(card.verdict).toBe('no-edge');
  });

  it('says no edge where costs eat what the placebos are beaten by', () => {
    const card = judgeTrials(
      trials(100, (kind, n) => (kind === 'signal' ? 8 : 0) + wobble(n)),
      NAMED,
    );
    expect(card.lowBps).toBeGreaterThan(0);
    expect(card.verdict).toBe('no-edge');
  });

  it('says too few below thirty trades', () => {
    expect(judgeTrials(trials(70, clear), NAMED).verdict).toBe('too-few');
  });

  it('counts trades that are open together as one stretch of market', () => {
    const together = trials(100, clear).map((one) => ({ ...one, exitMs: one.entryMs + 10_000_000 }));
    const card = judgeTrials(together, NAMED);
    expect(card.clusters).toBe(1);
    expect(card.verdict).toBe('too-few');
  });

  it('trusts no harness in which entries at other times earn before costs', () => {
    const card = judgeTrials(
      trials(100, (kind, n) => (kind === 'signal' ? 60 : kind === 'shifted-time' ? 15 : 0) + wobble(n)),
      NAMED,
    );
    expect(card.lowBps).toBeGreaterThan(0);
    expect(card.verdict).toBe('no-edge');
    expect(card.reason).toContain('the measure itself is off');
  });

  it('trusts no harness in which both sides of the same moments earn', () => {
    const card = judgeTrials(
      trials(
        100,
        (kind, n) => ({ signal: 60, 'random-side': 0, 'inverted-side': 15, 'shifted-time': 0 })[kind] + wobble(n),
      ),
      NAMED,
    );
    expect(card.verdict).toBe('no-edge');
  });

  it('says nothing of an empty run', () => {
    const card = judgeTrials([], NAMED);
    expect(card).toMatchObject({ verdict: 'too-few', edgeBps: null, netBps: null, costs: null, capacityUsd: null });
  });
});
