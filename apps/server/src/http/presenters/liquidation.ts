import type { z } from 'zod';
import type { LiquidationItem } from '@riptide/contracts';
import type { DecisionRow } from '@riptide/core/engine';
import { withoutCallerIds } from '../../audit/caller.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkLiquidation } from '../../link/link-contract.ts';
import { wireEngine } from './engines.ts';
import { price, rounded, toEpochSeconds } from './numbers.ts';

type Item = z.input<typeof LiquidationItem>;

/** Returns the id by which decisions name an event: equal for equal events. */
export function liquidationId({ venue, symbol, liquidatedSide, venueMs, px, qtyBase }: LinkLiquidation): string {
  return `${venue}|${symbol}|${liquidatedSide}|${venueMs}|${px}|${qtyBase}`;
}

/** What an engine did counts more than what it left. */
const ACTED: readonly DecisionRow['action'][] = ['traded', 'added', 'proposed'];

/**
 * Returns the decision made on each event, by the event's id. Later events of the window are judged with it again: the one that acted is
 * told, else the first, whose words were true when the event came.
 */
export function decisionsByEvent(link: EngineLink): ReadonlyMap<string, DecisionRow> {
  const byEvent = new Map<string, DecisionRow>();
  for (const row of link.values('decision').values()) {
    for (const id of row.eventIds) {
      const known = byEvent.get(id);
      if (known === undefined || isTold(row, known)) byEvent.set(id, row);
    }
  }
  return byEvent;
}

function isTold(row: DecisionRow, known: DecisionRow): boolean {
  const has = ACTED.includes(row.action);
  return has === ACTED.includes(known.action) ? row.atMs < known.atMs : has;
}

/** Returns the newest events with what was decided on each, newest first. */
export function presentLiquidations(link: EngineLink, limit: number, symbol: string | null = null): Item[] {
  const decisions = decisionsByEvent(link);
  return [...link.values('liquidation').values()]
    .filter((item) => symbol === null || item.symbol === symbol)
    .slice(-limit)
    .toReversed()
    .map((item) => presentLiquidation(item, decisions));
}

/** Returns a forced liquidation as the API shows it. */
export function presentLiquidation(item: LinkLiquidation, decisions: ReadonlyMap<string, DecisionRow>): Item {
  const id = liquidationId(item);
  const decision = decisions.get(id);
  return {
    id,
    venue: item.venue,
    market: item.market,
    symbol: item.symbol,
    liquidated_side: item.liquidatedSide,
    price: price(item.px),
    quantity: price(item.qtyBase),
    usd: rounded(item.usd, 2),
    lower_bound: item.isLowerBound,
    inferred: item.isInferred,
    timestamp: toEpochSeconds(item.venueMs),
    decision:
      decision === undefined
        ? null
        : {
            id: decision.decisionId,
            engine: wireEngine(decision.engine),
            action: decision.action,
            arm: decision.chosenArmId,
            reason: withoutCallerIds(decision.reason),
            trade: decision.trade,
          },
  };
}
