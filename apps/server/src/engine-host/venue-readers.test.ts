import { describe, expect, it } from 'vitest';
import { domainError, err, ok, type PriceLimits, type VenueKey } from '@riptide/core/domain';
import type { HotCommand } from '@riptide/core/engine';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { FakeReference } from './fake-venue.fixture.ts';
import { VenueReaders } from './venue-readers.ts';

const HOUR_MS = 3_600_000;
const T0 = 1_800_000_000_000 - (1_800_000_000_000 % (8 * HOUR_MS)) + HOUR_MS;
const KEY: VenueKey = { apiKey: 'k', apiSecret: 's', passphrase: null };

class LimitedReference extends FakeReference {
  readonly askedLimits: string[] = [];

  fetchPriceLimits({ id }: { readonly id: string }) {
    this.askedLimits.push(id);
    return Promise.resolve(ok<PriceLimits>({ buyMaxPx: 110, sellMinPx: 90 }));
  }
}

function reading(reference: FakeReference, isHotDeaf = false) {
  const clock = new VirtualClock(T0);
  const commands: HotCommand[] = [];
  const told: { readonly name: string; readonly request: unknown }[] = [];
  const state = { isHotDeaf };
  const readers = new VenueReaders({
    clock,
    log: silentLog(),
    keyOf: async () => KEY,
    command: (command) => void commands.push(command),
    tell: async (name, request) => {
      if (state.isHotDeaf) return err(domainError('ENGINE_NOT_READY', 'x'));
      told.push({ name, request });
      return ok((name === 'borrow-rates' ? { known: 1 } : { isKnown: true }) as never);
    },
    onListed: () => undefined,
  });
  const pass = async (ms: number, stepMs = 1_000): Promise<void> => {
    for (let at = 0; at < ms; at += stepMs) {
      clock.advance(stepMs);
      for (let i = 0; i < 12; i += 1) await Promise.resolve();
    }
  };
  const start = async (): Promise<void> => {
    readers.addVenue(reference);
    readers.setFollowed(reference.instruments.ok ? reference.instruments.value : []);
    await pass(1_000);
  };
  const requests = (name: string): readonly unknown[] =>
    told.filter((one) => one.name === name).map(({ request }) => request);
  return { clock, readers, commands, state, pass, start, requests };
}

describe('VenueReaders', () => {
  it('tells loan rates at the start and every ten minutes, one per asset, the dearer of two', async () => {
    const okx = new FakeReference('OKX');
    okx.borrow = [
      { asset: 'BTC', perHourFrac: 0.00001 },
      { asset: 'SATS', perHourFrac: 0.00002 },
      { asset: 'SATS', perHourFrac: 0.00003 },
    ];
    const { start, pass, requests } = reading(okx);
    await start();
    const rates = [okx.borrow[0], okx.borrow[2]];
    expect(requests('borrow-rates')).toEqual([{ venue: 'OKX', rates }]);
    await pass(598_000, 2_000);
    expect(requests('borrow-rates')).toHaveLength(1);
    await pass(4_000);
    expect(requests('borrow-rates')).toHaveLength(2);
  });

  it('tells nothing of loans while a venue wants a key, and asks again in five minutes', async () => {
    const binance = new FakeReference('BINANCE');
    const { start, pass, requests } = reading(binance);
    await start();
    expect(requests('borrow-rates')).toEqual([]);
    binance.borrow = [{ asset: 'BTC', perHourFrac: 0.00001 }];
    await pass(298_000, 2_000);
    expect(binance.asked.borrow).toBe(1);
    await pass(4_000);
    expect(requests('borrow-rates')).toHaveLength(1);
  });

  it('tells once that the rates of a venue are unknown when it could not be read for half an hour', async () => {
    const okx = new FakeReference('OKX');
    okx.borrow = [{ asset: 'BTC', perHourFrac: 0.00001 }];
    const { start, pass, requests } = reading(okx);
    await start();
    const [known] = requests('borrow-rates');
    okx.borrow = null;
    await pass(1_790_000, 5_000);
    expect(requests('borrow-rates')).toEqual([known]);
    await pass(600_000, 5_000);
    expect(requests('borrow-rates')).toEqual([known, { venue: 'OKX', rates: null }]);
    okx.borrow = [{ asset: 'BTC', perHourFrac: 0.00001 }];
    await pass(300_000, 5_000);
    expect(requests('borrow-rates')).toEqual([known, { venue: 'OKX', rates: null }, known]);
  });

  it('tells thirty days of settled funding of a perp, then each settlement after it has passed', async () => {
    const okx = new FakeReference('OKX');
    const newestMs = T0 - HOUR_MS;
    okx.funding = ok([{ venueMs: newestMs, rateFrac: '0.0001', markPx: null }]);
    const { start, pass, requests } = reading(okx);
    await start();
    const settlements = [{ atMs: newestMs, rateFrac: 0.0001 }];
    expect(requests('carry-history')).toEqual([{ instrumentId: 'BTCUSDT.PERP.OKX', settlements }]);
    await pass(7 * HOUR_MS + 80_000, 10_000);
    expect(okx.asked.funding).toBe(1);
    okx.funding = ok([]);
    await pass(20_000);
    expect(okx.asked.funding).toBe(2);
    okx.funding = ok([{ venueMs: newestMs + 8 * HOUR_MS, rateFrac: '-0.0002', markPx: null }]);
    await pass(301_000);
    expect(okx.asked.funding).toBe(3);
    await pass(HOUR_MS, 10_000);
    expect(okx.asked.funding).toBe(3);
  });

  it('asks again when the hot thread did not take a history', async () => {
    const okx = new FakeReference('OKX');
    const { start, pass, requests, state } = reading(okx, true);
    await start();
    state.isHotDeaf = false;
    await pass(302_000);
    expect(requests('carry-history')).toHaveLength(1);
  });

  it('asks one instrument of a venue a second for its price limits, in turn', async () => {
    const bybit = new LimitedReference('BYBIT');
    const { start, pass, commands } = reading(bybit);
    await start();
    await pass(2_000);
    expect(bybit.askedLimits).toEqual(['BTCUSDT.SPOT.BYBIT', 'BTCUSDT.PERP.BYBIT', 'BTCUSDT.SPOT.BYBIT']);
    const limits = { buyMaxPx: 110, sellMinPx: 90 };
    expect(commands.slice(0, 2)).toEqual([
      { kind: 'set-price-limits', ix: 0, limits },
      { kind: 'set-price-limits', ix: 1, limits },
    ]);
  });

  it('asks nobody anything after its end', async () => {
    const bybit = new LimitedReference('BYBIT');
    const { start, pass, readers } = reading(bybit);
    await start();
    readers.stop();
    const asked = { ...bybit.asked };
    const limits = bybit.askedLimits.length;
    await pass(700_000, 10_000);
    expect([bybit.asked, bybit.askedLimits.length]).toEqual([asked, limits]);
  });
});
