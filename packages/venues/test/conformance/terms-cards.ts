import {
  decimal,
  quantize,
  toDecimalString,
  type BorrowRate,
  type DomainError,
  type Instrument,
  type ReferenceData,
  type Result,
} from '@riptide/core/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { startPrivateScene, type PrivateScene, type PrivateVenueUnderTest } from './private-scene.ts';

const SOON = { timeout: 15_000, interval: 50 } as const;

/** What the suite must know of a venue to run the cards of its terms. */
export interface TermsUnderTest extends PrivateVenueUnderTest {
  /** Whether loan rates are told to keys alone. */
  readonly borrowNeedsKey: boolean;
  /** Where limits on the price of a perp are told: with the instrument, or by a question of their own. */
  readonly perpLimits: 'instrument' | 'asked';
}

/** Cards of what a venue demands beside its fees: loans, price limits, halts. Every venue passes all of them. */
export function describeVenueTerms(under: TermsUnderTest): void {
  describe(`${under.venue} terms`, () => {
    let scene: PrivateScene;
    let reference: ReferenceData;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
      const deps = { clock: systemClock(), random: seededRandom(5), log: silentLog() };
      ({ reference } = under.createReference(scene.config, deps));
    }, 30_000);
    afterAll(() => scene.stop());

    describeLoans(under, () => ({ scene, reference }));
    describePriceLimits(under, () => ({ scene, reference }));
    describeHalts(() => ({ scene, reference }));
  });
}

type Parts = () => { readonly scene: PrivateScene; readonly reference: ReferenceData };

function describeLoans(under: TermsUnderTest, parts: Parts): void {
  it('T10 tells what each coin costs to borrow, per hour and under its canonical name', async () => {
    const { reference, scene } = parts();
    const rates = ratesOf(await reference.fetchBorrowRates(scene.key));
    expect(rates.get('BTC')).toBeCloseTo(0.00001, 9);
    expect(rates.get('SOL')).toBeCloseTo(0.00002, 9);
    expect(rates.get('USDT')).toBeCloseTo(0.000015, 9);
  });

  it('T12 follows a rate that changed, and leaves out what is not lent any more', async () => {
    const { reference, scene } = parts();
    scene.sim.setBorrowRate('BTC', 0.00004);
    scene.sim.setBorrowRate('SOL', null);
    const rates = ratesOf(await reference.fetchBorrowRates(scene.key));
    expect(rates.get('BTC')).toBeCloseTo(0.00004, 9);
    expect(rates.has('SOL')).toBe(false);
  });

  it('T14 says what it can tell without a key, and that a wrong one is wrong', async () => {
    const { reference, scene } = parts();
    const open = await reference.fetchBorrowRates(null);
    if (under.borrowNeedsKey) {
      expect(open).toMatchObject({ ok: false, error: { code: 'CREDENTIALS_MISSING', outcome: 'not-sent' } });
      const wrong = await reference.fetchBorrowRates({ ...scene.key, apiSecret: 'wrong' });
      expect(wrong).toMatchObject({ ok: false, error: { code: 'CREDENTIALS_INVALID' } });
    } else expect(ratesOf(open).get('BTC')).toBeCloseTo(0.00004, 9);
  });
}

function describePriceLimits(under: TermsUnderTest, parts: Parts): void {
  it('T20 tells the price limits of a perp, which part what the venue takes from what it refuses', async () => {
    const { reference, scene } = parts();
    const { perp } = scene;
    const { buyMaxPx, sellMinPx } = await limitsNow(under, reference, scene);
    const lastPx = await scene.lastPx(perp);
    expect(buyMaxPx / lastPx).toBeGreaterThan(1.01);
    expect(sellMinPx / lastPx).toBeLessThan(0.99);
    for (const side of ['BUY', 'SELL'] as const) {
      const [edgePx, outwards] = side === 'BUY' ? [buyMaxPx, 1] : [sellMinPx, -1];
      const place = async (offFrac: number) => {
        const px = pxOf(perp, edgePx * (1 + outwards * offFrac));
        return scene.client.place(await scene.order(perp, { side, type: 'limit', tif: 'IOC', px }));
      };
      expect(await place(0.01), side).toMatchObject({
        ok: false,
        error: { code: 'PRICE_OUT_OF_BAND', outcome: 'rejected' },
      });
      expect(await place(-0.02), side).toMatchObject({ ok: true });
    }
  });

  it('T22 tells a band per side, or none at all', async () => {
    const { reference } = parts();
    const listed = await reference.loadInstruments();
    for (const { id, priceBand } of listed.ok ? listed.value : []) {
      if (priceBand === undefined) continue;
      const fracs = Object.values(priceBand).filter((frac) => frac !== null);
      expect(fracs.length, id).toBeGreaterThan(0);
      for (const frac of fracs) expect(frac, id).toBeGreaterThan(0);
    }
  });
}

function describeHalts(parts: Parts): void {
  it.each(['spot', 'perp'] as const)('T30 tells that a %s is halted, and that it trades again', async (kind) => {
    const { reference, scene } = parts();
    const instrument = scene[kind];
    expect(await isTrading(reference, instrument)).toBe(true);
    scene.sim.halt(instrument, true);
    expect(await isTrading(reference, instrument)).toBe(false);
    expect(await scene.client.place(await scene.order(instrument))).toMatchObject({
      ok: false,
      error: { code: 'INSTRUMENT_HALTED', outcome: 'rejected' },
    });
    scene.sim.halt(instrument, false);
    expect(await isTrading(reference, instrument)).toBe(true);
  });

  it('T32 shows a price that is locked while the market moves, and takes orders at it', async () => {
    const { scene } = parts();
    const { perp } = scene;
    const before = await scene.lastPx(perp);
    scene.sim.lockPrice(perp, true);
    scene.sim.shockPrice('ETH', 0.04);
    const spotBefore = await scene.lastPx(scene.spot);
    await vi.waitFor(async () => expect((await scene.lastPx(scene.spot)) / spotBefore).toBeGreaterThan(1.01), SOON);
    expect(Math.abs((await scene.lastPx(perp)) / before - 1)).toBeLessThan(0.005);
    expect(await scene.client.place(await scene.order(perp))).toMatchObject({ ok: true });
    scene.sim.lockPrice(perp, false);
    await vi.waitFor(async () => expect((await scene.lastPx(perp)) / before).toBeGreaterThan(1.02), SOON);
  });
}

function ratesOf(told: Result<readonly BorrowRate[], DomainError>): ReadonlyMap<string, number> {
  if (!told.ok) throw new Error(`${told.error.code} ${told.error.detail}`);
  return new Map(told.value.map(({ asset, perHourFrac }) => [asset, perHourFrac]));
}

async function isTrading(reference: ReferenceData, { id }: Instrument): Promise<boolean> {
  const listed = await reference.loadInstruments();
  if (!listed.ok) throw new Error(listed.error.detail);
  return listed.value.some((one) => one.id === id && one.isTrading);
}

/** As the venue tells them: outright, or as shares of its reference, which the last price is near. */
async function limitsNow(
  under: TermsUnderTest,
  reference: ReferenceData,
  { perp, lastPx }: PrivateScene,
): Promise<{ readonly buyMaxPx: number; readonly sellMinPx: number }> {
  if (under.perpLimits === 'asked') {
    const told = await reference.fetchPriceLimits?.(perp);
    if (told?.ok !== true) throw new Error(`${under.venue} tells no price limits`);
    return { buyMaxPx: told.value.buyMaxPx ?? Number.NaN, sellMinPx: told.value.sellMinPx ?? Number.NaN };
  }
  expect(reference.fetchPriceLimits).toBeUndefined();
  const { buyUpFrac, sellDownFrac } = perp.priceBand ?? { buyUpFrac: null, sellDownFrac: null };
  const px = await lastPx(perp);
  return { buyMaxPx: px * (1 + (buyUpFrac ?? Number.NaN)), sellMinPx: px * (1 - (sellDownFrac ?? Number.NaN)) };
}

function pxOf({ pxTick, pxDivisor }: Instrument, px: number): string {
  return toDecimalString(
    quantize(decimal(Number(px.toPrecision(12))), decimal(pxTick).div(decimal(pxDivisor)), 'nearest'),
  );
}
