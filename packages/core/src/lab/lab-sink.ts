import type { LiquidationMessage, MarketSink } from '../domain/index.ts';
import type { HotEngine } from '../engine/index.ts';
import type { LabStrategy } from './lab-strategy.ts';

/** Returns the engine's sink, with liquidations handed on to a strategy in canonical units once the books took them. */
export function labSink(engine: HotEngine, strategy: LabStrategy): MarketSink {
  const { sink, instruments } = engine;
  return {
    onBookSnapshot: (ix, depth, recvMs) => sink.onBookSnapshot(ix, depth, recvMs),
    onBookDelta: (ix, depth, recvMs) => sink.onBookDelta(ix, depth, recvMs),
    onBookReset: (ix, reason, recvMs) => sink.onBookReset(ix, reason, recvMs),
    onScaleRaised: (ix, scale) => sink.onScaleRaised?.(ix, scale) ?? false,
    onBookAlive: (ix, venueMs, recvMs) => sink.onBookAlive(ix, venueMs, recvMs),
    onQuote: (ix, quote, recvMs) => sink.onQuote(ix, quote, recvMs),
    onTrade: (ix, trade, recvMs) => sink.onTrade(ix, trade, recvMs),
    onMark: (ix, mark, recvMs) => sink.onMark(ix, mark, recvMs),
    onTicker: (ix, ticker, recvMs) => sink.onTicker(ix, ticker, recvMs),
    onCandle: (ix, candle, recvMs) => sink.onCandle(ix, candle, recvMs),
    onLiquidation: (ix, liquidation, recvMs) => {
      sink.onLiquidation(ix, liquidation, recvMs);
      strategy.onLiquidation(ix, {
        liquidatedSide: liquidation.liquidatedSide,
        usd: usdOf(instruments[ix], liquidation),
        isLowerBound: liquidation.isLowerBound,
        atMs: recvMs,
      });
    },
    // The port fixes these five arguments.
    readLevels: (ix, side, count, ticks, qty) => sink.readLevels(ix, side, count, ticks, qty),
  };
}

function usdOf(instrument: HotEngine['instruments'][number] | undefined, { px, qty }: LiquidationMessage): number {
  if (instrument === undefined) throw new Error('Invariant: a liquidation of an unknown instrument');
  return (px / instrument.pxDivisor) * qty * instrument.qtyScale;
}
