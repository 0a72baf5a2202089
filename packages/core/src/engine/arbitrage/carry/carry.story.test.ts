import { describe, expect, it } from 'vitest';
import { decimal, toDecimalString, type AccountKey } from '../../../domain/index.ts';
import { CarryWorld, HOUR_MS, PERP_BINANCE, PERP_BYBIT, SPOT_BINANCE, T0 } from './carry-world.fixture.ts';

/** BYBIT pays longs 1 bp an hour, BINANCE pays shorts 30 bps every two: long there and short here is best. */
async function world(over: ConstructorParameters<typeof CarryWorld>[0] = {}): Promise<CarryWorld> {
  const made = new CarryWorld(over);
  made.show({}, { [PERP_BYBIT]: -1 });
  await made.start();
  return made;
}

function cashOf(carry: CarryWorld): string {
  const { ledger } = carry.running().context;
  const sums = (['BINANCE:paper', 'BYBIT:paper'] as AccountKey[]).map((account) =>
    decimal(
      ledger
        .account(account)
        ?.cash.totals()
        .entries()
        .find(([asset]) => asset === 'USDT')?.[1] ?? '0',
    ),
  );
  return toDecimalString(sums.reduce((sum, each) => sum.plus(each)));
}

function heldAt(carry: CarryWorld): readonly string[] {
  return carry
    .running()
    .context.ledger.accounts()
    .flatMap((account) => account.positions().map(({ instrumentId, qtyBase }) => `${instrumentId} ${qtyBase}`));
}

describe('a carry round', () => {
  it('takes the settlements of both venues and closes with the exact result', async () => {
    const carry = await world({ isQuick: true });
    const before = cashOf(carry);
    const round = await carry.opened();
    expect(round).toMatchObject({ state: 'ready', longId: PERP_BYBIT, shortId: PERP_BINANCE, notionalUsd: '600.001' });
    expect(heldAt(carry)).toEqual([`${PERP_BINANCE} -0.01`, `${PERP_BYBIT} 0.01`]);
    await carry.leap(T0 + 2.5 * HOUR_MS);
    // BYBIT paid at 2, 2.25 and 2.5 h: 600 USD x 1 bp; BINANCE at 2 and 2.5 h: 600 USD x 30 bps.
    const view = carry.view();
    expect([view.settlements, view.fundingUsd]).toEqual([5, '3.78']);
    // Bought at 60000.1 and 60000 to get; sold at 60000 and 60000.1 to pay. Fees of 5.5 and 5 bps.
    expect([view.priceUsd, view.feesUsd, view.borrowUsd, view.netUsd]).toEqual([
      '-0.002',
      '0.63000055',
      '0',
      '3.14799945',
    ]);
    expect([view.nextSettlementMs, view.edgePerHourBps]).toEqual([T0 + 2.75 * HOUR_MS, 64]);
    const closed = await carry.close(round.roundId);
    expect(closed.ok).toBe(true);
    await carry.pass(2_000);
    expect(carry.round()).toMatchObject({
      state: 'closed',
      exitReason: 'closed by operator',
      settlements: 5,
      result: {
        priceUsd: '-0.002',
        feesUsd: '1.26000105',
        fundingUsd: '3.78',
        borrowUsd: '0',
        netUsd: '2.51799895',
        netBps: 41.9666,
      },
    });
    expect(heldAt(carry)).toEqual([]);
    expect(toDecimalString(decimal(cashOf(carry)).minus(decimal(before)))).toBe('2.51799895');
    expect(carry.recordsOf('carry-round').map(({ round: { state } }) => state)).toEqual([
      'pending',
      'opening',
      'ready',
      // Both venues at 2 h, one at 2.25 h, both at 2.5 h.
      'ready',
      'ready',
      'ready',
      'closing',
      'closed',
    ]);
  });

  it('takes spot for the long leg where that leaves more', async () => {
    const carry = await world();
    carry.show({}, { [PERP_BYBIT]: 5 });
    const before = cashOf(carry);
    const round = await carry.opened();
    expect(round.longId).toBe(SPOT_BINANCE);
    await carry.leap(T0 + 2 * HOUR_MS);
    await carry.close(round.roundId);
    await carry.pass(2_000);
    const { result, settlements } = carry.round();
    // Four fees: 10 bps on spot, taken in coins at the entry, 5 bps on the perp.
    expect([settlements, result?.fundingUsd]).toEqual([1, '1.8']);
    expect(toDecimalString(decimal(cashOf(carry)).minus(decimal(before)))).toBe(result?.netUsd);
  });

  it('adds funding that is told after the end', async () => {
    const carry = await world();
    const round = await carry.opened();
    await carry.leap(T0 + 2 * HOUR_MS);
    await carry.close(round.roundId);
    await carry.pass(2_000);
    const before = carry.round();
    expect(before).toMatchObject({ state: 'closed', settlements: 2 });
    const told = (venueMs: number, incomeId: string) =>
      carry.running().context.facts.append([
        {
          kind: 'income',
          account: 'BINANCE:paper',
          income: {
            kind: 'funding',
            incomeId,
            instrumentId: PERP_BINANCE,
            scope: 'unified',
            asset: 'USDT',
            amount: '-0.25',
            venueMs,
          },
        },
      ]);
    told((before.openedMs ?? 0) + 1, 'late');
    told((before.closedMs ?? 0) + 1, 'of another');
    await carry.pass(1_000);
    const after = carry.round();
    expect(after).toMatchObject({ state: 'closed', settlements: 3, fundingUsd: '1.61' });
    const net = decimal(before.result?.netUsd ?? '').minus('0.25');
    expect(after.result?.netUsd).toBe(toDecimalString(net));
    expect(after.result?.netBps).toBeCloseTo((Number(toDecimalString(net)) / 600.001) * 1e4, 3);
  });
});

describe('a carry round ends', () => {
  it('at once when the funding turns round', async () => {
    const carry = await world();
    await carry.opened();
    carry.show({}, { [PERP_BINANCE]: -20 });
    await carry.pass(3_000);
    expect(carry.round()).toMatchObject({ state: 'closed', settlements: 0 });
    expect(carry.round().exitReason).toBe(
      'funding-flip: the funding turned round: -18 bps per interval, over 3 counts',
    );
  });

  it('when too little is earned, but not before closing costs what was planned', async () => {
    const carry = await world();
    await carry.opened();
    // 0.1 bps in two hours and nothing paid: 4.38 % a year. The short's book stands 20 USD over the long's.
    carry.show({ [PERP_BINANCE]: 60_020 }, { [PERP_BINANCE]: 0.1, [PERP_BYBIT]: 0 });
    await carry.pass(60_000);
    expect(carry.round().state).toBe('ready');
    expect(carry.view().warning).toMatch(
      /^it earns 4.38 % a year now, 5 % is the least; closing costs 3.35 bps of spread/,
    );
    expect(carry.events('carry_warning')).toHaveLength(1);
    carry.show({ [PERP_BINANCE]: 60_000 });
    await carry.pass(3_000);
    expect(carry.round()).toMatchObject({ state: 'closed' });
    expect(carry.round().exitReason).toMatch(/^apr-low: /);
  });

  it('after the longest hold', async () => {
    const carry = await world();
    const { openedMs } = await carry.opened();
    carry.set({ carryMaxHoldMs: HOUR_MS / 4 });
    await carry.leap((openedMs ?? 0) + HOUR_MS / 4 - 10_000);
    expect(carry.round().state).toBe('ready');
    await carry.pass(12_000);
    expect(carry.round()).toMatchObject({ state: 'closed' });
    expect(carry.round().exitReason).toBe('max-hold: it was held for 0.25 h');
  });

  it('when the prices of the venues run apart by more than three times the funding', async () => {
    const carry = await world();
    await carry.opened();
    // One planned interval brings 32 bps of 600 USD less the blend; 5 USD beyond the costs are under three of it, 8 are over.
    carry.show({ [PERP_BINANCE]: 60_500 });
    await carry.pass(3_000);
    expect(carry.round().state).toBe('ready');
    carry.show({ [PERP_BINANCE]: 61_200 });
    await carry.pass(3_000);
    expect(carry.round()).toMatchObject({ state: 'closed' });
    expect(carry.round().exitReason).toMatch(/^loss: it lost \S+ USD beyond its costs/);
  });

  it('before a leg is liquidated, after it was told that it comes nearer', async () => {
    const carry = await world();
    carry.set({ marginAlertPct: 90, marginReducePct: 80, disasterStopBps: 3_000 });
    await carry.opened();
    const all = (bid: number) => ({ [PERP_BINANCE]: bid, [PERP_BYBIT]: bid, [SPOT_BINANCE]: bid });
    carry.show(all(63_000));
    await carry.pass(5_000);
    // Liquidated at 89552: 42.15 % away of 49.25 % at the entry.
    expect(carry.events('carry_warning')).toEqual([
      expect.stringContaining('the short has 85.57 % of its distance to liquidation left, under 90 % is told'),
    ]);
    expect(carry.view()).toMatchObject({ state: 'ready', marginLeftPct: { sell: expect.closeTo(85.57, 2) } });
    expect(carry.view().rebalance).toBe(
      'move 30 USDT from BYBIT to BINANCE: the short lost 30 USD of its margin, the other leg gained 30 USD',
    );
    carry.show(all(66_000));
    await carry.pass(5_000);
    expect(carry.round()).toMatchObject({ state: 'closed' });
    expect(carry.round().exitReason).toMatch(/distance/);
    expect(heldAt(carry)).toEqual([]);
  });

  it('with its trade when a leg is closed at the venue', async () => {
    const carry = await world();
    await carry.opened();
    carry.show({ [PERP_BINANCE]: 78_100, [PERP_BYBIT]: 78_100, [SPOT_BINANCE]: 78_100 });
    await carry.pass(5_000);
    expect(carry.round()).toMatchObject({
      state: 'closed',
      exitReason: 'missing leg: the sell leg was closed by its far stop',
    });
    expect(heldAt(carry)).toEqual([]);
  });
});

describe('a carry is refused', () => {
  it('when it is expected to lose, unless that is accepted on paper', async () => {
    const carry = await world();
    const refused = await carry.execute({ venue: 'BYBIT', side: 'short', acceptsNegative: false });
    expect(refused).toMatchObject({ ok: false, error: { code: 'RISK_NO_EDGE' } });
    expect(carry.recordsOf('carry-round')).toEqual([]);
    const round = await carry.opened({ venue: 'BYBIT', side: 'short', acceptsNegative: true });
    expect(round).toMatchObject({ state: 'ready', shortId: PERP_BYBIT });
    await carry.pass(30_000);
    expect(carry.round().state).toBe('ready');
  });

  it('when the plan calls it not worth it, unless a person takes it all the same', async () => {
    const carry = await world();
    const refused = await carry.execute({ acceptsNegative: false });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'RISK_NO_EDGE', detail: expect.stringContaining('0 settled periods are known, 9 are needed') },
    });
    expect([carry.recordsOf('carry-round'), carry.recordsOf('order')]).toEqual([[], []]);
    expect((await carry.opened()).state).toBe('ready');
  });

  it('before anything is sent when one venue lacks the margin', async () => {
    const carry = new CarryWorld();
    carry.paperUsdt = '200';
    carry.show({}, { [PERP_BYBIT]: -1 });
    await carry.start();
    const refused = await carry.execute();
    expect(refused).toMatchObject({ ok: false, error: { code: 'RISK_FREE_MARGIN' } });
    expect([carry.recordsOf('carry-round'), carry.recordsOf('arb'), carry.recordsOf('order')]).toEqual([[], [], []]);
  });

  it.each([
    [{ qtyBase: null }, 'INPUT_INVALID'],
    [{ qtyBase: '-1' }, 'INPUT_INVALID'],
    [{ notionalUsd: '100' }, 'INPUT_INVALID'],
    [{ symbol: 'NOPEUSDT' }, 'INSTRUMENT_UNKNOWN'],
    [{ venue: 'OKX' as const, qtyBase: null, notionalUsd: '100' }, 'INSTRUMENT_UNKNOWN'],
  ])('for a wish like %j', async (over, code) => {
    const carry = await world();
    expect(await carry.execute(over)).toMatchObject({ ok: false, error: { code } });
  });

  it('at a venue whose listing is another coin, and says so', async () => {
    const carry = await world();
    carry.show({ [PERP_BYBIT]: 70_000 });
    expect(await carry.execute({ venue: 'BYBIT', side: 'long' })).toMatchObject({
      ok: false,
      error: { code: 'RISK_SYMBOL_UNSUPPORTED', detail: expect.stringContaining('another coin') },
    });
  });

  it('for a round that is not there, or has ended', async () => {
    const carry = await world();
    expect(await carry.close('r00000000000')).toMatchObject({ ok: false, error: { code: 'ARBITRAGE_NOT_FOUND' } });
    const { roundId } = await carry.opened();
    await carry.close(roundId);
    await carry.pass(2_000);
    expect(await carry.close(roundId)).toMatchObject({ ok: false, error: { code: 'ORDER_FINAL' } });
  });
});

describe('the carry calls', () => {
  it('plan with the settled rates that were brought, and name the best venue and side', async () => {
    const carry = await world();
    const settlements = Array.from({ length: 24 }, (_, at) => ({
      atMs: T0 - at * HOUR_MS,
      rateFrac: -0.0001,
    }));
    const known = await carry.during(carry.carry().noteHistory({ instrumentId: PERP_BYBIT, settlements }));
    expect(known).toEqual({ ok: true, value: { isKnown: true } });
    await carry.during(
      carry.carry().noteHistory({
        instrumentId: PERP_BINANCE,
        settlements: Array.from({ length: 12 }, (_, at) => ({ atMs: T0 - at * 2 * HOUR_MS, rateFrac: 0.003 })),
      }),
    );
    const planned = await carry.plan();
    expect(planned).toMatchObject({
      ok: true,
      value: {
        best: { venue: 'BINANCE', side: 'short', counterVenue: 'BYBIT', counterMarket: 'perp' },
        candidates: [
          { periods: 12, sameSignFrac: 1, isWorthIt: true, longSettledFrac: -0.0001, shortSettledFrac: 0.003 },
          {},
          {},
          {},
        ],
      },
    });
    expect(await carry.plan({ notionalUsd: 'much' })).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    expect(await carry.during(carry.carry().noteHistory({ instrumentId: 'XUSDT.PERP.OKX', settlements: [] }))).toEqual({
      ok: true,
      value: { isKnown: false },
    });
  });
});
