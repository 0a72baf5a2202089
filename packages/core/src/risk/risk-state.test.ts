import { describe, expect, it } from 'vitest';
import type { AccountKey, Fill, Income, TradingFact, TradingRecord } from '../domain/index.ts';
import { buildCondition } from './build-risk-request.fixture.ts';
import { lossStreakConditionKey, RiskState } from './risk-state.ts';

const DAY_MS = 86_400_000;
/** Midnight UTC. */
const T0 = 20_000 * DAY_MS;
const PAPER: AccountKey = 'BINANCE:paper';
const usdt = (asset: string) => (asset === 'USDT' ? '1' : null);

/** Folds facts, each at its own time; the record number grows by itself. */
function fold(facts: readonly (readonly [number, TradingFact])[]): { state: RiskState; records: TradingRecord[] } {
  const records = facts.map(([atMs, fact], i) => ({ ...fact, seq: i + 1, atMs }) as TradingRecord);
  const state = new RiskState();
  for (const record of records) state.apply(record);
  return { state, records };
}

let nextFill = 1;
function fill(over: Partial<Fill> & { atMs: number; account?: AccountKey }): readonly [number, TradingFact] {
  const { atMs, account = PAPER, ...rest } = over;
  nextFill += 1;
  const built: Fill = {
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    fillId: `f${nextFill}`,
    venueOrderId: 'v1',
    clientOrderId: null,
    side: 'BUY',
    px: '100',
    qtyBase: '1',
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'taker',
    cause: 'order',
    venueMs: atMs,
    ...rest,
  };
  return [atMs, { kind: 'fill', account, fill: built }];
}

const income = (atMs: number, over: Partial<Income>): readonly [number, TradingFact] => [
  atMs,
  {
    kind: 'income',
    account: PAPER,
    income: {
      kind: 'funding',
      incomeId: 'x',
      instrumentId: 'BTCUSDT.PERP.BINANCE',
      scope: 'futures',
      asset: 'USDT',
      amount: '-1',
      venueMs: atMs,
      ...over,
    },
  },
];

/** A round trip that ends `result` USDT up (or down) at `atMs`. */
const round = (atMs: number, result: number) => [
  fill({ atMs }),
  fill({ atMs, side: 'SELL', px: String(100 + result) }),
];
const losses = (count: number, atMs: number) => Array.from({ length: count }, () => round(atMs, -1)).flat();

describe('RiskState kill switch, conditions and settings', () => {
  it('stands where the last record left the kill switch', () => {
    const { state } = fold([
      [T0, { kind: 'kill-switch', level: 3, reason: 'test', by: 'operator' }],
      [T0 + 5, { kind: 'kill-switch', level: 1, reason: 'calmer', by: 'operator' }],
    ]);
    expect(state.kill).toEqual({ level: 1, reason: 'calmer', by: 'operator', atMs: T0 + 5 });
  });

  it('leaves a record out that was folded before', () => {
    const { state, records } = fold([
      [T0, { kind: 'kill-switch', level: 3, reason: 'test', by: 'operator' }],
      [T0 + 5, { kind: 'kill-switch', level: 0, reason: 'released', by: 'operator' }],
    ]);
    for (const record of records) state.apply(record);
    expect(state.kill.level).toBe(0);
    state.apply({ ...records[0]!, seq: 2 });
    expect(state.kill.level).toBe(0);
  });

  it('takes settings and tells of those that do not pass', () => {
    const { state } = fold([
      [T0, { kind: 'setting', name: 'risk-limits', value: { maxPositionUsd: 400 }, by: 'x' }],
      [T0, { kind: 'setting', name: 'risk-limits', value: { maxLeverage: 1_000 }, by: 'x' }],
      [T0, { kind: 'setting', name: 'risk-level', value: { level: 'low' }, by: 'x' }],
      [T0, { kind: 'setting', name: 'risk-guard', value: { tpBps: 50 }, by: 'x' }],
      [T0, { kind: 'setting', name: 'allocation', value: { maxAllocation: 0.9 }, by: 'x' }],
      [T0, { kind: 'setting', name: 'venue-execution', value: { BINANCE: 'live' }, by: 'x' }],
    ]);
    expect(state.settings.limits.maxPositionUsd).toBe(400);
    expect(state.limits).toMatchObject({ maxPositionUsd: 200, maxLeverage: 5 });
    expect(state.settings.guard.tpBps).toBe(50);
    expect(state.settings.allocation.maxAllocation).toBe(0.9);
    expect(state.settings.venueExecution).toEqual({ BINANCE: 'live' });
    expect(state.settings.refused).toHaveLength(1);
  });
});

describe('RiskState cooldowns', () => {
  const start = [
    T0,
    { kind: 'cooldown', symbol: 'BTCUSDT', venue: 'OKX', action: 'trade', durationMs: 60_000, reason: 'by hand' },
  ] as const;

  it('runs to its end, which is free', () => {
    const { state } = fold([start]);
    expect(state.cooldownEndMs('BTCUSDT', 'OKX', 'trade', T0 + 59_999)).toBe(T0 + 60_000);
    expect(state.cooldownEndMs('BTCUSDT', 'OKX', 'trade', T0 + 60_000)).toBeNull();
    expect(state.cooldownEndMs('BTCUSDT', 'OKX', 'cancel', T0)).toBeNull();
    expect(state.activeCooldowns(T0 + 1_000)).toMatchObject([{ remainingMs: 59_000, durationMs: 60_000 }]);
  });

  it('is cleared by a duration of 0', () => {
    const { state } = fold([start, [T0 + 1, { ...start[1], durationMs: 0 }]]);
    expect(state.activeCooldowns(T0 + 1)).toEqual([]);
  });

  it('starts by itself after a loss where the limits say so', () => {
    const setting = [
      T0,
      { kind: 'setting', name: 'risk-limits', value: { cooldownAfterLossMs: 5_000 }, by: 'x' },
    ] as const;
    const { state } = fold([setting, ...round(T0 + 10, -1)]);
    expect(state.cooldownEndMs('BTCUSDT', 'BINANCE', 'trade', T0 + 10)).toBe(T0 + 5_010);
    expect(fold([setting, ...round(T0 + 10, 1)]).state.activeCooldowns(T0 + 10)).toEqual([]);
  });
});

describe('RiskState day result', () => {
  // Buy 2 at 100, sell 1 at 90: -10. Fees 0.2 + 0.1. Funding -1. Together -11.3.
  const day = [
    fill({ atMs: T0 + 1, qtyBase: '2', fee: '0.2' }),
    fill({ atMs: T0 + 2, side: 'SELL', px: '90', fee: '0.1' }),
    income(T0 + 3, {}),
  ];

  it('sums realised gains, fees and funding', () => {
    expect(fold(day).state.dayPnlUsd('paper', T0 + 4, usdt)).toBe('-11.3');
    expect(fold(day).state.dayPnlUsd('live', T0 + 4, usdt)).toBe('0');
  });

  it('starts anew at midnight UTC, also when nothing happens then', () => {
    expect(fold(day).state.dayPnlUsd('paper', T0 + DAY_MS - 1, usdt)).toBe('-11.3');
    expect(fold(day).state.dayPnlUsd('paper', T0 + DAY_MS, usdt)).toBe('0');
    const next = [...day, income(T0 + DAY_MS, { incomeId: 'y', amount: '2' })];
    expect(fold(next).state.dayPnlUsd('paper', T0 + DAY_MS, usdt)).toBe('2');
  });

  it('leaves transfers out', () => {
    expect(
      fold([...day, income(T0 + 5, { kind: 'transfer', incomeId: 't', amount: '500' })]).state.dayPnlUsd(
        'paper',
        T0 + 6,
        usdt,
      ),
    ).toBe('-11.3');
  });

  it('is unknown while a fee has no price', () => {
    const { state } = fold([...day, fill({ atMs: T0 + 5, fee: '0.01', feeAsset: 'BNB' })]);
    expect(state.dayPnlUsd('paper', T0 + 6, usdt)).toBeNull();
    expect(state.dayPnlUsd('paper', T0 + 6, (asset) => (asset === 'BNB' ? '600' : '1'))).toBe('-17.3');
  });

  it('begins a day with the last equity of the day before', () => {
    const equity = (atMs: number, account: AccountKey, cashUsd: string) =>
      [atMs, { kind: 'equity', account, cashUsd, unrealisedUsd: '-1' }] as const;
    const facts = [equity(T0 + 1, PAPER, '101'), equity(T0 + 2, 'OKX:paper', '51'), equity(T0 + 3, PAPER, '81')];
    const { state } = fold(facts);
    expect(state.dayStartEquityUsd('paper', T0 + 4)).toBe('150');
    expect(state.dayStartEquityUsd('paper', T0 + DAY_MS)).toBe('130');
    expect(state.dayStartEquityUsd('live', T0 + 4)).toBeNull();
    expect(state.dayStartUnrealisedUsd('paper', T0 + 4)).toBe('0');
    expect(state.dayStartUnrealisedUsd('paper', T0 + DAY_MS)).toBe('-2');
    expect(state.dayStartUnrealisedUsd('live', T0 + DAY_MS)).toBe('0');
  });

  it("leaves a fill of yesterday that is told today out of today's result", () => {
    const late = fill({ atMs: T0 + DAY_MS + 1, side: 'SELL', px: '90', venueMs: T0 + DAY_MS - 1 });
    const { state } = fold([...day, late]);
    expect(state.dayPnlUsd('paper', T0 + DAY_MS + 1, usdt)).toBe('0');
  });

  it("rolls to the venue's day when its clock is ahead", () => {
    const early = fill({ atMs: T0 + DAY_MS - 1, side: 'SELL', px: '90', venueMs: T0 + DAY_MS });
    expect(fold([...day, early]).state.dayPnlUsd('paper', T0 + DAY_MS, usdt)).toBe('-10');
  });

  it('gains nothing by selling coins of unknown cost', () => {
    const { state } = fold([fill({ atMs: T0, side: 'SELL', instrumentId: 'BTCUSDT.SPOT.BINANCE' })]);
    expect(state.dayPnlUsd('paper', T0, usdt)).toBe('0');
  });

  it('counts a fill of an unreadable instrument as unbooked', () => {
    const { state } = fold([fill({ atMs: T0, instrumentId: 'ODD.PERP.BINANCE' })]);
    expect(state.unbookedFills).toBe(1);
  });
});

describe('RiskState loss streak', () => {
  it('halts for an hour at the eighth loss in a row', () => {
    expect(fold(losses(7, T0)).state.lossStreak('paper')).toMatchObject({ losses: 7, haltEndMs: null });
    expect(fold(losses(8, T0)).state.lossStreak('paper')).toEqual({
      losses: 0,
      halts: 1,
      haltEndMs: T0 + 3_600_000,
      isOff: false,
    });
  });

  /** A pair of which one leg lost 5 and the other gained `gain`, then its certificate, told twice. */
  function pair(n: number, gain: number): (readonly [number, TradingFact])[] {
    const arbId = `a${String(n).padStart(11, '0')}`;
    const other = { instrumentId: 'BTCUSDT.PERP.BYBIT', account: 'BYBIT:paper' } as const;
    const trade = {
      arbId,
      state: 'certified',
      execution: 'paper',
      buy: { instrumentId: 'BTCUSDT.PERP.BINANCE' },
      sell: { instrumentId: other.instrumentId },
      result: { netUsd: String(gain - 5) },
    };
    const certified = [T0, { kind: 'arb', trade } as unknown as TradingFact] as const;
    return [
      fill({ atMs: T0, clientOrderId: `P${arbId}be0100` }),
      fill({ atMs: T0, clientOrderId: `P${arbId}se0100`, side: 'SELL', ...other }),
      fill({ atMs: T0, clientOrderId: `P${arbId}bx0100`, side: 'SELL', px: '95' }),
      // By whatever order its other leg is closed.
      fill({ atMs: T0, px: String(100 - gain), ...other }),
      certified,
      certified,
    ];
  }
  const pairs = (count: number, gain: number) => Array.from({ length: count }, (_, n) => pair(n, gain)).flat();

  it('counts a pair as one result, whatever its legs lost', () => {
    expect(fold(pairs(4, 2)).state.lossStreak('paper')).toMatchObject({ losses: 4, halts: 0, haltEndMs: null });
    expect(fold(pairs(20, 6)).state.lossStreak('paper')).toMatchObject({ losses: 0, halts: 0, haltEndMs: null });
    expect(fold(pairs(8, 2)).state.lossStreak('paper')).toMatchObject({ losses: 0, halts: 1 });
    expect(fold([...losses(7, T0), ...pair(1, 6)]).state.lossStreak('paper').losses).toBe(0);
  });

  it('knows after a restart in the middle of a pair what belongs to one', () => {
    const { state, records } = fold(pair(1, 2).slice(0, 2));
    const restored = RiskState.restore(JSON.parse(JSON.stringify(state.snapshot())));
    const rest = fold(pair(1, 2)).records.slice(2);
    for (const record of rest) restored.apply({ ...record, seq: record.seq + records.length });
    expect(restored.lossStreak('paper').losses).toBe(1);
  });

  it('starts over after a gain', () => {
    expect(fold([...losses(7, T0), ...round(T0, 1), ...losses(1, T0)]).state.lossStreak('paper').losses).toBe(1);
  });

  it('counts a gain that fees and funding eat up as a loss', () => {
    const facts = [
      fill({ atMs: T0, fee: '0.6' }),
      income(T0, { amount: '-0.5' }),
      fill({ atMs: T0, side: 'SELL', px: '101' }),
    ];
    expect(fold(facts).state.lossStreak('paper').losses).toBe(1);
  });

  it('stays off after the third halt until it is released, through a restart too', () => {
    const { state, records } = fold(losses(24, T0));
    expect(state.lossStreak('paper')).toMatchObject({ halts: 3, isOff: true });
    const restored = RiskState.restore(JSON.parse(JSON.stringify(state.snapshot())));
    expect(restored.lossStreak('paper').isOff).toBe(true);
    restored.apply({
      kind: 'condition-cleared',
      key: lossStreakConditionKey('paper'),
      text: '',
      seq: records.length + 1,
      atMs: T0,
    });
    expect(restored.lossStreak('paper')).toEqual({ losses: 0, halts: 0, haltEndMs: null, isOff: false });
  });

  it('counts neither way when the venue closed the position by another way than fills', () => {
    const facts = [
      fill({ atMs: T0 }),
      [
        T0,
        {
          kind: 'position-set',
          account: PAPER,
          instrumentId: 'BTCUSDT.PERP.BINANCE',
          qtyBase: '0',
          px: '1',
          why: 'venue-truth',
        },
      ] as const,
    ];
    expect(fold(facts).state.lossStreak('paper')).toMatchObject({ losses: 0, haltEndMs: null });
  });
});

describe('a quantity taken over', () => {
  const takeover = (asOfMs: number) =>
    [
      T0 + 10_000,
      {
        kind: 'position-set',
        account: PAPER,
        instrumentId: 'BTCUSDT.PERP.BINANCE',
        qtyBase: '1',
        px: '100',
        why: 'opening-balance',
        asOfMs,
      },
    ] as const;
  const result = (venueMs: number): string | null => {
    const facts = [takeover(T0 + 7_000), fill({ atMs: T0 + 10_001, venueMs, side: 'SELL', px: '110' })];
    return RiskState.restore(fold(facts).state.snapshot()).dayPnlUsd('paper', T0 + 10_001, usdt);
  };

  it('gains by a fill that the venue stamped after it, though our clock was ahead', () => {
    expect(result(T0 + 8_000)).toBe('10');
  });

  it('has a fill from before it inside', () => {
    expect(result(T0 + 7_000)).toBe('0');
  });
});

describe('RiskState restore', () => {
  it('equals the fold of all records from any cut, doubles of the cut included', () => {
    const facts = [
      ...losses(9, T0),
      fill({ atMs: T0 + 9, qtyBase: '3', fee: '0.1' }),
      income(T0 + 10, {}),
      [
        T0 + 11,
        { kind: 'cooldown', symbol: 'BTCUSDT', venue: 'OKX', action: 'trade', durationMs: 60_000, reason: '' },
      ] as const,
      [T0 + 12, { kind: 'equity', account: PAPER, cashUsd: '5', unrealisedUsd: '1' }] as const,
      [T0 + DAY_MS, { kind: 'condition', condition: buildCondition() }] as const,
      fill({ atMs: T0 + DAY_MS + 1, side: 'SELL', px: '90' }),
    ];
    const { state, records } = fold(facts);
    for (let cut = 0; cut <= records.length; cut += 1) {
      const before = new RiskState();
      for (const record of records.slice(0, cut)) before.apply(record);
      const restored = RiskState.restore(JSON.parse(JSON.stringify(before.snapshot())));
      for (const record of records.slice(Math.max(0, cut - 2))) restored.apply(record);
      expect(restored.snapshot()).toEqual(state.snapshot());
    }
  });
});
