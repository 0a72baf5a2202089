import { describe, expect, it } from 'vitest';
import { GATES, type GateName } from '../domain/index.ts';
import { buildCondition, buildRiskRequest, NOW_MS, type RequestOver } from './build-risk-request.fixture.ts';
import { runGates } from './gate-runner.ts';
import { GATE_STANDING, standingBlocks } from './standing-blocks.ts';

const live = { order: { mode: 'live' as const }, view: { isLiveConfirmed: true } };
const halted = { losses: 8, halts: 1, haltEndMs: NOW_MS + 60_000, isOff: false };

/** What makes each gate refuse whatever is asked for; null where only the order decides. A gate that is added has to be put here. */
const REFUSALS: Readonly<Record<GateName, RequestOver | null>> = {
  'kill-switch': { view: { killLevel: 1 } },
  'live-confirmed': { order: { mode: 'live' } },
  journal: { view: { isJournalOk: false } },
  'venue-health': { view: { isStreamLive: false } },
  'book-age': null,
  'clock-offset': { view: { clockOffsetMs: null } },
  'key-permission': live,
  'mode-match': null,
  'symbol-support': null,
  'min-size': null,
  'quantisation-loss': null,
  'free-margin': { view: { freeUsd: null } },
  'max-position': null,
  'max-leverage': null,
  'max-concurrent': null,
  'capital-per-trade': null,
  'net-exposure': null,
  'allocation-cap': { view: { allocationUsd: null } },
  cooldown: null,
  'daily-loss': { view: { dayPnlUsd: '-40000' } },
  'loss-streak': { view: { lossStreak: halted } },
  'price-band': null,
  'abnormal-profit': null,
  'liquidation-distance': null,
  'funding-window': null,
  'open-conditions': { view: { conditions: [buildCondition({ kind: 'divergence', instrumentId: null })] } },
};

const probesOf = (over: RequestOver = {}) => [
  buildRiskRequest(over),
  buildRiskRequest({ ...over, instrument: { kind: 'spot', ...over.instrument } }),
];

describe('the reasons for which new risk is refused', () => {
  it('are none while every gate allows', () => {
    expect(standingBlocks(probesOf())).toEqual([]);
    expect(standingBlocks([])).toEqual([]);
  });

  it.each(GATES)('know how far a refusal of %s reaches', (gate) => {
    const over = REFUSALS[gate];
    expect(GATE_STANDING[gate].reach === 'order').toBe(over === null);
    if (over === null) return;
    const denied = runGates(buildRiskRequest(over)).gates.find((decision) => decision.gate === gate);
    expect(denied?.ok).toBe(false);
    const block = standingBlocks(probesOf(over)).find((each) => each.gate === gate);
    expect(block).toMatchObject({ gate, text: expect.stringMatching(/\w/) });
  });

  it('say where they hold: everywhere, in a mode, at a venue', () => {
    const of = (gate: GateName) =>
      standingBlocks(probesOf(REFUSALS[gate] ?? {})).map(({ venue, mode, severity }) => [venue, mode, severity]);
    expect(of('kill-switch')).toEqual([[null, null, 'halt']]);
    expect(of('loss-streak')).toEqual([[null, 'paper', 'halt']]);
    expect(of('venue-health')).toEqual([['BINANCE', 'paper', 'fault']]);
    expect(of('open-conditions')).toEqual([['BINANCE', 'paper', 'fault']]);
  });

  it('take a venue that was switched off for a wish, no fault', () => {
    const [block] = standingBlocks(probesOf({ view: { isVenueEnabled: false } }));
    expect(block).toMatchObject({ gate: 'venue-health', severity: 'halt' });
  });

  it('leave out what one market alone refuses, and a budget that is used up', () => {
    const [perp, spot] = probesOf();
    const spotFeedDown = { ...spot!, view: { ...spot!.view, isFeedLive: false } };
    expect(standingBlocks([perp!, spotFeedDown])).toEqual([]);
    expect(standingBlocks(probesOf({ view: { freeUsd: '0', allocationUsd: '0' } }))).toEqual([]);
  });

  it('name a condition of one instrument when it has stood for three seconds, one of the mode at once', () => {
    const blocked = (kind: 'unknown-order' | 'unprotected' | 'naked', agoMs: number) => {
      const condition = buildCondition({ kind, instrumentId: 'ETHUSDT.PERP.BYBIT', sinceMs: NOW_MS - agoMs });
      return standingBlocks(probesOf({ view: { conditions: [condition] } })).map(({ text }) => text);
    };
    expect([blocked('unknown-order', 2_999), blocked('unprotected', 2_999)]).toEqual([[], []]);
    expect(blocked('unknown-order', 3_000)).toEqual(['unknown-order: order Pi100 is unknown']);
    expect(blocked('naked', 0)).toHaveLength(1);
  });
});
