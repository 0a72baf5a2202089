import { VENUES, type Venue } from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import type { SimLevelChange, SimMarketListener } from './model.ts';
import { createSimMarket, type SimMarket } from './sim-market.ts';

const LONG_RUN_MS = 180_000;
const START_MS = 1_795_000_000_000;
/** Base-tier taker fees, bps. */
const TAKER_BPS: Readonly<Record<Venue, { readonly spot: number; readonly perp: number }>> = {
  BINANCE: { spot: 10, perp: 5 },
  BYBIT: { spot: 10, perp: 5.5 },
  OKX: { spot: 10, perp: 5 },
  KUCOIN: { spot: 10, perp: 6 },
};

interface Run {
  readonly clock: VirtualClock;
  readonly market: SimMarket;
}

function run(seed: number): Run {
  const clock = new VirtualClock(START_MS);
  const market = createSimMarket({ seed, clock });
  market.start();
  return { clock, market };
}

function listener(part: Partial<SimMarketListener>): SimMarketListener {
  const nothing = (): void => undefined;
  return { onBook: nothing, onTrade: nothing, onLiquidation: nothing, ...part };
}

interface Edge {
  readonly netBps: number;
  readonly asset: string;
}

/** The best entry over all pairs of listings of one asset, net of both taker fees; a spot leg is only bought. */
function bestEdge(market: SimMarket): Edge {
  const bestBuy = new Map<string, { venue: Venue; kind: string; px: number }[]>();
  const bestSell = new Map<string, { venue: Venue; kind: string; px: number }[]>();
  for (const venue of VENUES) {
    const view = market.venue(venue);
    view.instruments.forEach((instrument, ix) => {
      const { bestBid, bestAsk } = view.book(ix);
      if (bestBid === null || bestAsk === null) return;
      const unit = instrument.pxTick / instrument.pxMultiplier;
      const fee = TAKER_BPS[venue][instrument.kind] / 1e4;
      const place = { venue, kind: instrument.kind };
      const buys = bestBuy.get(instrument.asset) ?? [];
      buys.push({ ...place, px: bestAsk.ticks * unit * (1 + fee) });
      bestBuy.set(instrument.asset, buys);
      if (instrument.kind === 'spot') return;
      const sells = bestSell.get(instrument.asset) ?? [];
      sells.push({ ...place, px: bestBid.ticks * unit * (1 - fee) });
      bestSell.set(instrument.asset, sells);
    });
  }
  let best: Edge = { netBps: Number.NEGATIVE_INFINITY, asset: '' };
  for (const [asset, buys] of bestBuy) {
    for (const buy of buys) {
      for (const sell of bestSell.get(asset) ?? []) {
        if (sell.venue === buy.venue) continue;
        const netBps = (sell.px / buy.px - 1) * 1e4;
        if (netBps > best.netBps) best = { netBps, asset };
      }
    }
  }
  return best;
}

describe('simulated market', { timeout: LONG_RUN_MS }, () => {
  it('repeats itself event by event for a seed, and differs for another', () => {
    const trace = (seed: number): string[] => {
      const { clock, market } = run(seed);
      const seen: string[] = [];
      for (const venue of VENUES) {
        market.venue(venue).subscribe({
          onBook: (ix, changes, atMs) => seen.push(`${venue} b ${ix} ${atMs} ${JSON.stringify(changes)}`),
          onTrade: (ix, trade) => seen.push(`${venue} t ${ix} ${JSON.stringify(trade)}`),
          onLiquidation: (ix, liquidation) => seen.push(`${venue} l ${ix} ${JSON.stringify(liquidation)}`),
        });
      }
      clock.advance(5_000);
      return seen;
    };
    const first = trace(7);
    expect(first.length).toBeGreaterThan(1_000);
    expect(trace(7)).toEqual(first);
    expect(trace(8)).not.toEqual(first);
  });

  it('in ten minutes never crosses or empties a book, liquidates in every one, and has some opportunities of 5 to 20 bps but hardly an absurd one', () => {
    const { clock, market } = run(21);
    const perMinute = Array.from({ length: 10 }, () => 0);
    let checked = 0;
    for (const venue of VENUES) {
      const view = market.venue(venue);
      view.subscribe(
        listener({
          onBook: (ix, changes) => {
            const { bestBid, bestAsk } = view.book(ix);
            const good =
              bestBid !== null &&
              bestAsk !== null &&
              bestBid.ticks < bestAsk.ticks &&
              bestBid.ticks > 0 &&
              bestBid.lots > 0;
            if (!good) throw new Error(`${venue} ${ix} ${JSON.stringify([bestBid, bestAsk])}`);
            for (const { ticks, lots } of changes) {
              if (!Number.isSafeInteger(ticks) || !Number.isSafeInteger(lots) || ticks < 1 || lots < 0) {
                throw new Error(`${venue} ${ix} ${ticks} ${lots}`);
              }
            }
            checked += 1;
          },
          onLiquidation: (_, { atMs }) => {
            const minute = Math.floor((atMs - START_MS) / 60_000);
            perMinute[minute] = (perMinute[minute] ?? 0) + 1;
          },
        }),
      );
    }
    const seen: Edge[] = [];
    for (let elapsedMs = 0; elapsedMs < 300_000; elapsedMs += 500) {
      clock.advance(500);
      seen.push(bestEdge(market));
    }
    clock.advance(300_000 - 1);
    expect(checked).toBeGreaterThan(150_000);
    expect(Math.min(...perMinute)).toBeGreaterThan(0);
    const over = (bps: number): number => seen.filter(({ netBps }) => netBps > bps).length / seen.length;
    expect(over(1)).toBeGreaterThan(0.2);
    expect(over(5)).toBeGreaterThan(0.05);
    expect(over(30)).toBeLessThan(0.05);
    const majors = seen.filter(({ asset }) => asset === 'BTC' || asset === 'ETH');
    expect(majors.filter(({ netBps }) => netBps > 25).length).toBeLessThan(3);
  });

  it('keeps its books 50 levels deep or deeper for large coins', () => {
    const { clock, market } = run(3);
    clock.advance(60_000);
    const view = market.venue('BINANCE');
    const btc = view.instruments.findIndex(({ wireSymbol, kind }) => wireSymbol === 'BTCUSDT' && kind === 'perp');
    expect(view.book(btc).levels('bid', 500).length).toBeGreaterThan(100);
    expect(view.book(btc).levels('ask', 500).length).toBeGreaterThan(100);
  });

  it('tells changes from which a copy of every book can be kept', () => {
    const { clock, market } = run(5);
    const view = market.venue('OKX');
    const copies = view.instruments.map((_, ix) => {
      const copy = new Map<string, number>();
      for (const side of ['bid', 'ask'] as const) {
        for (const { ticks, lots } of view.book(ix).levels(side, 10_000)) copy.set(`${side}${ticks}`, lots);
      }
      return copy;
    });
    const versions = view.instruments.map((_, ix) => view.book(ix).version);
    view.subscribe(
      listener({
        onBook: (ix, changes: readonly SimLevelChange[]) => {
          versions[ix] = (versions[ix] ?? 0) + changes.length;
          for (const { side, ticks, lots } of changes) {
            if (lots === 0) copies[ix]?.delete(`${side}${ticks}`);
            else copies[ix]?.set(`${side}${ticks}`, lots);
          }
        },
      }),
    );
    clock.advance(30_000);
    view.instruments.forEach((_, ix) => {
      const own = (['bid', 'ask'] as const).flatMap((side) =>
        view
          .book(ix)
          .levels(side, 10_000)
          .map(({ ticks, lots }) => [`${side}${ticks}`, lots] as const),
      );
      expect(new Map(own)).toEqual(copies[ix]);
      expect(view.book(ix).version).toBe(versions[ix]);
    });
  });

  it('shows an opportunity of more than 1 bps net within 12 seconds, for 20 seeds', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { clock, market } = run(seed);
      let best = Number.NEGATIVE_INFINITY;
      for (let elapsedMs = 0; elapsedMs < 12_000 && best <= 1; elapsedMs += 100) {
        clock.advance(100);
        best = Math.max(best, bestEdge(market).netBps);
      }
      expect(best, `seed ${seed}`).toBeGreaterThan(1);
    }
  });

  it('has a past of 1,500 candles that join on to the present', () => {
    const { clock, market } = run(4);
    clock.advance(150_000);
    const view = market.venue('BYBIT');
    const candles = view.candles(0, 60_000, 1_500, clock.nowMs());
    expect(candles).toHaveLength(1_500);
    candles.forEach((candle, at) => {
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      expect(candle.low).toBeGreaterThan(0);
      const before = candles[at - 1];
      if (before === undefined) return;
      expect(candle.openMs - before.openMs).toBe(60_000);
      expect(Math.abs(candle.open / before.close - 1)).toBeLessThan(0.005);
    });
    const { openPx, highPx, lowPx, lastPx } = view.dayStats(0);
    expect(lowPx).toBeLessThanOrEqual(Math.min(openPx, lastPx));
    expect(highPx).toBeGreaterThanOrEqual(Math.max(openPx, lastPx));
  });
});
