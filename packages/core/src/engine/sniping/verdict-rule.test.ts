import { describe, expect, it } from 'vitest';
import type { TradingFact, TradingRecord, Verdict } from '../../domain/index.ts';
import { DEFAULT_PAS_SETTINGS, settingsHash } from '../../strategies/index.ts';
import { AbstainingChooser } from './fixed-chooser.ts';
import { SnipingState } from './sniping-state.ts';
import { verdictFor } from './verdict-rule.ts';

const verdict: Verdict = {
  subject: 'pas-trader',
  verdict: 'edge',
  edgeBps: 4,
  lowBps: 1,
  highBps: 7,
  trades: 120,
  placeboBps: {},
  settingsHash: settingsHash(DEFAULT_PAS_SETTINGS),
  source: 'a recording',
  madeMs: 1,
};

function stateAfter(...facts: readonly TradingFact[]): SnipingState {
  const state = new SnipingState(() => new AbstainingChooser());
  facts.forEach((fact, at) => state.apply({ ...fact, seq: at + 1, atMs: at } as TradingRecord));
  return state;
}

const live = { market: 'live', mode: 'live', nowMs: 1_000 } as const;
const WEEK_MS = 7 * 86_400_000;
const found: TradingFact = { kind: 'verdict', verdict };
const changed: TradingFact = { kind: 'engine-settings', engine: 'pas-trader', value: { riskUsd: 6 }, by: 'operator' };

describe('the verdict rule', () => {
  const cases = [
    { name: 'needs none on paper', facts: [], where: { ...live, mode: 'paper' as const }, ok: true },
    { name: 'needs none on simulated venues', facts: [], where: { ...live, market: 'sim' as const }, ok: true },
    { name: 'blocks real money that the lab has not judged', facts: [], where: live, ok: false },
    { name: 'lets an edge for the settings of today trade', facts: [found], where: live, ok: true },
    { name: 'is void once the settings changed', facts: [found, changed], where: live, ok: false },
    {
      name: 'outlives a change of the mode, which earns nothing else',
      facts: [found, { ...changed, value: { mode: 'manual' } }],
      where: live,
      ok: true,
    },
    {
      name: 'blocks what was judged as no edge',
      facts: [{ ...found, verdict: { ...verdict, verdict: 'no-edge' as const } }],
      where: live,
      ok: false,
    },
    {
      name: 'gives way to a typed word',
      facts: [{ kind: 'verdict-override' as const, subject: 'pas-trader', phrase: 'TRADE WITHOUT VERDICT', by: 'me' }],
      where: live,
      ok: true,
    },
    {
      name: 'takes a word for seven days when nothing else was said',
      facts: [{ kind: 'verdict-override' as const, subject: 'pas-trader', phrase: 'TRADE WITHOUT VERDICT', by: 'me' }],
      where: { ...live, nowMs: WEEK_MS },
      ok: false,
    },
    {
      name: 'takes a word until it ends',
      facts: [
        {
          kind: 'verdict-override' as const,
          subject: 'pas-trader',
          phrase: 'TRADE WITHOUT VERDICT',
          by: 'me',
          expiresMs: 2_000,
        },
      ],
      where: { ...live, nowMs: 2_000 },
      ok: false,
    },
    {
      name: 'is not moved by the word about another engine',
      facts: [{ kind: 'verdict-override' as const, subject: 'oraculis', phrase: 'TRADE WITHOUT VERDICT', by: 'me' }],
      where: live,
      ok: false,
    },
  ];
  it.each(cases)('$name', ({ facts, where, ok }) => {
    expect(verdictFor(stateAfter(...facts), 'pas-trader', where).ok).toBe(ok);
  });
});
