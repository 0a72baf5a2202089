import type { LiquidatedSide } from '@riptide/core/domain';
import type { NormalisedLiquidation } from '@riptide/core/market-data';

const WINDOW_MS = 60_000;
const FLOW_WIDTHS_MS = [30_000, 120_000, 300_000];
const KEPT_MS = 300_000;
const SAMPLES = 1_000;

interface Side {
  events: NormalisedLiquidation[];
  eventUsd: number[];
  windowUsd: number[];
}

/** The same figures worked out anew at every event: lists are filtered and added up, samples are sorted. */
export class NaiveRadar {
  private readonly symbols: readonly string[];
  private readonly sides = new Map<string, Side>();

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
  }

  /** Returns window, percentiles and flows, added up so that two radars can be compared. */
  onLiquidation(event: NormalisedLiquidation): number {
    const symbol = this.symbols[event.ix] as string;
    const nowMs = event.recvMs;
    const side = this.sideOf(symbol, event.liquidatedSide);
    side.events = side.events.filter(({ recvMs }) => recvMs > nowMs - KEPT_MS);
    side.events.push(event);
    const inside = side.events.filter(({ recvMs }) => recvMs > nowMs - WINDOW_MS);
    const windowUsd = usdOf(inside);
    const eventIds = inside
      .slice(-20)
      .map((one) => `${symbol}|${one.liquidatedSide}|${one.venueMs}|${one.px}|${one.qtyBase}`);
    let sum = windowUsd + inside.length + eventIds.length;
    if (side.windowUsd.length >= 50) {
      sum += percentile(side.windowUsd, 0.95) + percentile(side.windowUsd, 0.97) + percentile(side.eventUsd, 0.95);
    }
    for (const widthMs of FLOW_WIDTHS_MS) sum += this.flow(symbol, nowMs, widthMs);
    side.eventUsd = [...side.eventUsd, event.usd].slice(-SAMPLES);
    side.windowUsd = [...side.windowUsd, windowUsd].slice(-SAMPLES);
    return sum;
  }

  private flow(symbol: string, nowMs: number, widthMs: number): number {
    const usd = (side: LiquidatedSide): number =>
      usdOf(this.sideOf(symbol, side).events.filter(({ recvMs }) => recvMs > nowMs - widthMs));
    return usd('SHORT') - usd('LONG');
  }

  private sideOf(symbol: string, side: LiquidatedSide): Side {
    const key = `${symbol} ${side}`;
    const known = this.sides.get(key);
    if (known !== undefined) return known;
    const fresh = { events: [], eventUsd: [], windowUsd: [] };
    this.sides.set(key, fresh);
    return fresh;
  }
}

/** Average prices from a list of all trades, worked out anew whenever asked. */
export class NaiveVwap {
  private trades: { readonly px: number; readonly qtyBase: number; readonly minute: number }[] = [];

  onTraded(px: number, qtyBase: number, recvMs: number): void {
    this.trades.push({ px, qtyBase, minute: Math.floor(recvMs / 60_000) });
  }

  read(nowMs: number): number {
    const oldest = Math.floor(nowMs / 60_000) - 100;
    this.trades = this.trades.filter(({ minute }) => minute > oldest);
    const base = this.trades.reduce((sum, { qtyBase }) => sum + qtyBase, 0);
    return this.trades.reduce((sum, { px, qtyBase }) => sum + px * qtyBase, 0) / base;
  }
}

function usdOf(events: readonly NormalisedLiquidation[]): number {
  return events.reduce((sum, { usd }) => sum + Math.round(usd * 10_000), 0) / 10_000;
}

function percentile(samples: readonly number[], frac: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(frac * sorted.length) - 1] as number;
}
