import type { Decision, EngineMode, Snipe, Venue } from '../../domain/index.ts';
import { liquidatedSideOf } from './sniping-state.ts';
import type { SnipingContext } from './sniping-context.ts';

const REASON =
  'rebuilt from its trade: the process ended before the decision was written; what it looked at is not known';

/**
 * For a start: writes the decision of every trade that has none, because the process ended between the order and the row behind it. It
 * tells what the trade itself knows. What was looked at is unknown: its result is told, and teaches nothing.
 */
export function rebuildLostDecisions({ core, state }: SnipingContext): void {
  for (const snipeId of state.undecided()) {
    const tracked = state.snipes.byId(snipeId);
    if (tracked === null) continue;
    const { snipe } = tracked;
    const { mode, fixedArmId } = state.settingsOf(snipe.engine);
    core.facts.append([{ kind: 'decision', decision: decisionFrom(snipe, { mode, fixedArmId }) }]);
  }
}

function decisionFrom(snipe: Snipe, settings: { readonly mode: EngineMode; readonly fixedArmId: string }): Decision {
  const { armId } = snipe.arm;
  return {
    decisionId: snipe.decisionId,
    atMs: snipe.startedMs,
    engine: snipe.engine,
    mode: settings.mode,
    venue: snipe.account.split(':')[0] as Venue,
    instrumentId: snipe.instrumentId,
    symbol: snipe.symbol,
    liquidatedSide: liquidatedSideOf(snipe),
    trigger: {
      windowUsd: null,
      thresholdUsd: null,
      thresholdBy: 'unknown',
      count: 0,
      isLowerBound: true,
      eventIds: [],
      // Of a trade of an older version that does not name it: none that the radar gives.
      clusterId: snipe.lastClusterId?.split('@')[0] ?? 'unknown',
    },
    values: {},
    context: [],
    gates: [],
    arms: [],
    chosenArmId: armId,
    chosenBy: snipe.engine === 'pas-trader' && armId === settings.fixedArmId ? 'fixed' : 'oraculis',
    propensity: null,
    action: 'traded',
    reason: REASON,
    snipeId: snipe.snipeId,
  };
}
