import type { RadarReading, SnipingEngine } from '../../domain/index.ts';
import { armOf, type PasSettings } from '../../strategies/index.ts';
import { lookAt, type DecisionDesk } from './decision-desk.ts';
import { decisionIdOf } from './sniping-ids.ts';
import type { SnipeDesk } from './snipe-desk.ts';
import type { SnipingContext } from './sniping-context.ts';

/**
 * Walks the way of a trigger up to its order, again and again, and leaves no trace: what runs once in minutes is neither compiled nor in
 * any cache when it counts. Nothing is written, sent or counted.
 */
export class TriggerRehearsal {
  private readonly context: SnipingContext;
  private readonly decisions: DecisionDesk;
  private readonly snipes: SnipeDesk;
  private turns = 0;

  constructor(context: SnipingContext, parts: { readonly decisions: DecisionDesk; readonly snipes: SnipeDesk }) {
    this.context = context;
    this.decisions = parts.decisions;
    this.snipes = parts.snipes;
  }

  /** Walks it for one of the engine's symbols, another each time. */
  walk(engine: SnipingEngine): void {
    const { core, orders, state } = this.context;
    const settings = state.settingsOf(engine);
    const symbols = settings.symbols.filter((symbol) => core.eyes.find(settings.venue, 'perp', symbol) !== null);
    this.turns += 1;
    const symbol = symbols[this.turns % symbols.length];
    if (symbol === undefined) return;
    const place = this.decisions.placeOf(settings, readingOf(symbol, settings, core.clock.nowMs()));
    const arm = armOf(settings.fixedArmId);
    if (place === null || arm === null) return;
    const found = this.decisions.caseOf(engine, settings, place);
    const desk = core.desks.get(found.account);
    const number = lookAt(found).eligibleCount();
    const decisionId = decisionIdOf({ symbol, liquidatedSide: 'LONG', clusterId: '', startedMs: 0, number });
    const planned = this.decisions.plan(found, engine, { decisionId, arm });
    if (planned.ok && desk !== undefined) orders.judge(this.snipes.intentOf(planned.value), place.instrument, desk);
  }
}

/** A cascade that closes longs, as large as the fixed threshold. */
function readingOf(
  symbol: string,
  { windowMs, nMin, fixedBtcUsd: usd, venue }: PasSettings,
  atMs: number,
): RadarReading {
  return {
    symbol,
    liquidatedSide: 'LONG',
    atMs,
    windowMs,
    windowUsd: usd,
    windowCount: nMin,
    firstMs: atMs,
    isLowerBound: false,
    eventUsd: usd,
    eventIds: [],
    windowP95Usd: Number.NaN,
    windowP97Usd: Number.NaN,
    eventP95Usd: Number.NaN,
    samples: 0,
    flow30Usd: -usd,
    flow120Usd: -usd,
    flow300Usd: -usd,
    cascade: {
      clusterId: '',
      startedMs: atMs,
      lastMs: atMs,
      events: nMin,
      usd,
      usdPerS: usd,
      venues: [venue],
      leadVenue: venue,
      leadMs: Number.NaN,
      isRunning: true,
    },
  };
}
