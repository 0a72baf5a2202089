import type { SnipingEngine } from '../../domain/index.ts';
import { judgeUniverse } from '../../strategies/index.ts';
import type { PickedSymbol } from '../sniping-views.ts';
import type { SnipingContext } from './sniping-context.ts';

/** Volumes and ages move slowly; looking at every instrument of a venue is not for every view. */
const KEPT_MS = 10_000;
const SHOWN_MAX = 50;

interface Kept {
  readonly atMs: number;
  readonly hash: string;
  readonly rows: readonly PickedSymbol[];
}

/** The symbols that an engine trades beside those it lists, because it picks by itself. */
export class PickedSymbols {
  private readonly kept = new Map<SnipingEngine, Kept>();

  /** Returns those that pass the gates of the universe now, the most traded first, at most 50; none where picking is off. */
  of(context: SnipingContext, engine: SnipingEngine): readonly PickedSymbol[] {
    const settings = context.state.settingsOf(engine);
    if (!settings.autoPick) return [];
    const nowMs = context.core.clock.nowMs();
    const hash = JSON.stringify(settings);
    const kept = this.kept.get(engine);
    if (kept !== undefined && kept.hash === hash && nowMs - kept.atMs < KEPT_MS) return kept.rows;
    const rows = pick(context, engine, nowMs);
    this.kept.set(engine, { atMs: nowMs, hash, rows });
    return rows;
  }
}

function pick({ state, store, radar }: SnipingContext, engine: SnipingEngine, nowMs: number): readonly PickedSymbol[] {
  const settings = state.settingsOf(engine);
  const found: { readonly row: PickedSymbol; readonly volume: number }[] = [];
  store.instruments.forEach(({ venue, kind, symbol }, ix) => {
    if (venue !== settings.venue || kind !== 'perp' || settings.symbols.includes(symbol)) return;
    const market = radar.marketOf(ix, nowMs);
    const { ok, reason } = judgeUniverse({ market, settings });
    if (ok) found.push({ row: { symbol, reason }, volume: market.dayQuoteVolume });
  });
  return found
    .sort((a, b) => b.volume - a.volume)
    .slice(0, SHOWN_MAX)
    .map(({ row }) => row);
}
