import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import { buildDepth } from '../domain/build-messages.fixture.ts';
import { VENUES } from '../domain/index.ts';
import { VirtualClock } from '../kernel/index.ts';
import { createHotEngine } from './hot-engine.ts';

const T0 = 1_700_000_000_000;
const ID = 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.KUCOIN';
const MIRROR = 'BTCUSDT.PERP.KUCOIN>BTCUSDT.PERP.BINANCE';

/** BINANCE at 1000.0 / 1000.1 and KUCOIN so many ticks of 0.1 higher; together for 40 s before. */
function sceneOf(ticksApart: number) {
  const clock = new VirtualClock(T0);
  const engine = createHotEngine({ instruments: [buildInstrument(), buildInstrument({ venue: 'KUCOIN' })], clock });
  for (const venue of VENUES) engine.command({ kind: 'set-clock-offset', venue, offsetMs: 0 });
  engine.command({ kind: 'start-scanner', minEntryNetBps: 10, maxPositionUsd: 1000, venues: VENUES });
  const show = (ix: number, ticks: number): void =>
    engine.sink.onBookSnapshot(ix, buildDepth([[ticks, 5]], [[ticks + 1, 5]]), clock.nowMs());
  const pass = (ticks: number, count: number): void => {
    for (let tick = 0; tick < count; tick += 1) {
      clock.advance(100);
      show(0, 10_000);
      show(1, ticks);
      engine.tick();
    }
  };
  pass(10_000, 400);
  pass(10_000 + ticksApart, 2);
  return { clock, engine, pass };
}

describe('checks of a pair', () => {
  it('all pass where the list says executable', () => {
    const { engine, clock } = sceneOf(50);
    const answer = engine.scanner.checks(ID, clock.nowMs());
    expect(answer?.row.policy).toBe('executable');
    expect(answer?.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(answer?.checks.every(({ missFrac }) => missFrac === 0)).toBe(true);
    // Exit: two fees of 11 bps and a usual spread of 1 bps, the minimum of the round trip is 0: the entry's 10 do not do.
    expect(answer?.wouldPassAtBps).toBeCloseTo(12, 1);
  });

  it('judge the size that is asked for, and leave the list as it was', () => {
    const { engine, clock } = sceneOf(50);
    const sizes = (size?: { qtyBase?: number; notionalUsd?: number }) =>
      (engine.scanner.checks(ID, clock.nowMs(), size)?.checks ?? [])
        .filter(({ check }) => check === 'qty-min' || check === 'notional-min')
        .map(({ check, value }) => [check, Number(value?.toFixed(3))]);
    // 1,000 USD of the session at 1000.1 and more: 0.999; its notional is that of the dearer leg's cheaper price.
    const ofSession = [
      ['qty-min', 0.997],
      ['notional-min', 997.1],
    ];
    expect(sizes()).toEqual(ofSession);
    expect(sizes({ qtyBase: 0.01 })).toEqual([
      ['qty-min', 0.01],
      ['notional-min', 10.001],
    ]);
    expect(sizes({ notionalUsd: 100 })[0]).toEqual(['qty-min', 0.099]);
    expect(sizes()).toEqual(ofSession);
  });

  it('tell the nearest miss first, how far it is, and at which entry net it would trade', () => {
    // 21 ticks: (1002.1 - 1000.1) / 1001.1 = 19.98 gross, 8.98 net, -3.02 after the exit.
    const { engine, clock } = sceneOf(21);
    const answer = engine.scanner.checks(ID, clock.nowMs());
    const failed = answer?.checks.filter(({ ok }) => !ok) ?? [];
    expect(failed.map(({ check, weight, setting }) => [check, weight, setting])).toEqual([
      ['entry-net', 'soft', 'min_spread_bps'],
      ['round-trip', 'soft', 'min_round_trip_net_bps'],
    ]);
    expect(failed[0]?.value).toBeCloseTo(8.978, 2);
    expect([failed[0]?.bound, failed[0]?.unit]).toEqual([10, 'bps']);
    expect(failed[0]?.missFrac).toBeCloseTo(0.1022, 3);
    expect(failed[0]?.detail).toContain('is under the minimum 10.0. 8.97');
    expect(answer?.checks.slice(0, 2)).toEqual(failed);
    expect(answer?.wouldPassAtBps).toBeCloseTo(12, 1);
    expect(engine.scanner.checks(ID, clock.nowMs())?.row.policyReason).toBe(failed[0]?.detail.split('. 8')[0]);
  });

  it('have their nearest miss on every row that is told, with value and bound; none on one that passes', () => {
    const { engine, clock } = sceneOf(21);
    const answer = engine.scanner.checks(ID, clock.nowMs());
    const { check, value, bound } = answer?.checks[0] ?? {};
    const told = engine.takeBatch().opportunities.find(({ id }) => id === ID);
    expect(told?.nearestMiss).toEqual({ check, value, bound });
    expect(told?.nearestMiss).toMatchObject({ check: 'entry-net', bound: 10 });
    expect(answer?.row.nearestMiss).toEqual(told?.nearestMiss);
    const passing = sceneOf(50)
      .engine.takeBatch()
      .opportunities.find(({ id }) => id === ID);
    expect([passing?.policy, passing?.nearestMiss]).toEqual(['executable', null]);
  });

  it('name no entry net while something else stands against it', () => {
    const { engine, clock } = sceneOf(21);
    engine.command({ kind: 'set-trading', ix: 1, isTrading: false });
    const answer = engine.scanner.checks(ID, clock.nowMs());
    expect(answer?.wouldPassAtBps).toBeNull();
    expect(answer?.checks.find(({ check }) => check === 'trading-sell')).toMatchObject({
      ok: false,
      weight: 'hard',
      missFrac: null,
      detail: 'KUCOIN perp is halted at the venue',
    });
    expect([answer?.row.policy, answer?.row.policyReason]).toEqual(['blocked', 'KUCOIN perp is halted at the venue']);
  });

  it('answer for a pair that is not on the list, and for one without books', () => {
    const { engine, clock } = sceneOf(50);
    const mirror = engine.scanner.checks(MIRROR, clock.nowMs());
    expect(mirror?.row.priced.entryNetBps).toBeLessThan(-50);
    expect(mirror?.row.policy).toBe('evaluation_only');
    engine.sink.onBookReset(0, 'sequence-gap', clock.nowMs());
    const lost = engine.scanner.checks(MIRROR, clock.nowMs());
    expect(lost?.row.priced.entryNetBps).toBeNaN();
    expect(lost?.checks.find(({ check }) => check === 'entry-net')).toMatchObject({ ok: false, value: null });
    expect(engine.scanner.checks('nobody>nowhere', clock.nowMs())).toBeNull();
  });

  it('leave the row of the list as it is', () => {
    const { engine, clock } = sceneOf(50);
    engine.takeBatch();
    engine.command({ kind: 'set-trading', ix: 1, isTrading: false });
    engine.scanner.checks(ID, clock.nowMs());
    expect(engine.scanner.rowOf(ID)?.policy).toBe('executable');
    engine.tick();
    expect(engine.takeBatch().opportunities.map(({ policy }) => policy)).toEqual(['blocked']);
  });

  it('say of every row of the list what its policy says', () => {
    for (const ticks of [12, 21, 30, 50, 350, 9000]) {
      const { engine, clock } = sceneOf(ticks);
      for (const row of engine.scanner.rows()) {
        const answer = engine.scanner.checks(row.pair.id, clock.nowMs());
        const hard = answer?.checks.some(({ ok, weight }) => !ok && weight === 'hard');
        const soft = answer?.checks.some(({ ok, weight }) => !ok && weight === 'soft');
        expect(row.policy).toBe(hard === true ? 'blocked' : soft === true ? 'evaluation_only' : 'executable');
      }
    }
  });
});

describe('a price at a size of the asker', () => {
  it('takes the size as its bound, in USD or in base', () => {
    const { engine, clock } = sceneOf(50);
    const { scanner } = engine;
    expect(scanner.priceNow(ID, { notionalUsd: 100 }, clock.nowMs())).toMatchObject({
      priced: { qtyBase: 0.099 },
      policy: 'executable',
    });
    expect(scanner.priceNow(ID, { qtyBase: 2.5 }, clock.nowMs())?.priced.qtyBase).toBe(2.5);
    expect(scanner.priceNow(ID, { qtyBase: 0.0005 }, clock.nowMs())).toMatchObject({
      priced: { qtyBase: 0 },
      policy: 'blocked',
      reason: 'depth or position limit is below one common quantity step',
    });
    expect(scanner.priceNow('nobody>nowhere', { qtyBase: 1 }, clock.nowMs())).toBeNull();
  });
});
