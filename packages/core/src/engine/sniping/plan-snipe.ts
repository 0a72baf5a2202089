import {
  toDecimalString,
  type AccountKey,
  type Arm,
  type Decision,
  type ExecutionMode,
  type Instrument,
  type Snipe,
  type SnipeMarket,
} from '../../domain/index.ts';
import { clientOrderId } from '../../execution/index.ts';
import {
  armTable,
  planEntry,
  planExit,
  positionSide,
  sizeTrade,
  type EntryPlan,
  type PasSettings,
  type Planned,
} from '../../strategies/index.ts';
import type { AccountWorth } from '../trading/account-worth-desk.ts';
import type { RiskGuard } from '../../risk/index.ts';
import { snipeIdOf, snipeIntentId } from './sniping-ids.ts';

export interface SnipePlanRequest {
  readonly decision: Pick<Decision, 'decisionId' | 'symbol' | 'liquidatedSide'>;
  readonly engine: Snipe['engine'];
  readonly arm: Arm;
  readonly settings: PasSettings;
  readonly guard: RiskGuard;
  readonly market: SnipeMarket;
  readonly instrument: Instrument;
  readonly account: AccountKey;
  readonly mode: ExecutionMode;
  readonly worth: AccountWorth;
  /** Notional of the engine's open trades with their reserves, exact. */
  readonly exposureUsd: string;
  /** Names the cascade it answers: `<cluster>@<start>`. */
  readonly clusterKey: string;
  readonly nowMs: number;
}

/** A trade before its first order, and the price of that. */
export interface SnipePlan {
  readonly snipe: Snipe;
  readonly entry: EntryPlan;
}

/** Plans the trade of an arm: price, size, stop and target. Declined with the reason in words; nothing is sent or written here. */
export function planSnipe(request: SnipePlanRequest): Planned<SnipePlan> {
  const { arm, settings, market, instrument, worth, decision, nowMs } = request;
  const side = positionSide(arm.direction, decision.liquidatedSide);
  const entry = planEntry({ arm, side, market, instrument, settings });
  if (!entry.ok) return entry;
  const { equityUsd, freeUsd } = worth;
  if (equityUsd === null || freeUsd === null) return { ok: false, reason: 'the worth of the account is unknown' };
  const size = sizeTrade({
    arm,
    side,
    px: entry.value.px,
    instrument,
    settings,
    facts: {
      equityUsd: toDecimalString(equityUsd),
      freeUsd: toDecimalString(freeUsd),
      exposureUsd: request.exposureUsd,
    },
  });
  if (!size.ok) return size;
  const snipe = begunSnipe(request, side, size.value.qtyBase);
  // The exits as they will be when the whole is filled at the limit.
  const exits = planExit({
    snipe: { ...snipe, entryPx: entry.value.px, filledQtyBase: size.value.qtyBase },
    market,
    // WHY: the mid of now is no gain of a trade that has not begun.
    guard: { ...request.guard, breakevenArmBps: 0, trailEnable: false },
    settings,
    instrument,
    nowMs,
  });
  if (exits === null) throw new Error('Invariant: a filled trade has exits');
  const { stopPx, takeProfitPx } = exits;
  return {
    ok: true,
    value: { snipe: { ...snipe, stopPx, takeProfitPx, entryLimitPx: entry.value.px }, entry: entry.value },
  };
}

/** What the arm earns at its target after costs, by account fees; null when it is no arm of ours. */
export function targetNetBps(arm: Arm, settings: PasSettings, facts: Parameters<typeof armTable>[1]): number | null {
  const found = armTable(settings, facts).arms.find((each) => each.arm.armId === arm.armId);
  return found === undefined || !Number.isFinite(found.netBps) ? null : found.netBps;
}

function begunSnipe(request: SnipePlanRequest, side: Snipe['side'], wantedQtyBase: string): Snipe {
  const { decision, engine, arm, settings, instrument, account, mode, nowMs } = request;
  const snipeId = snipeIdOf(decision.decisionId);
  return {
    snipeId,
    decisionId: decision.decisionId,
    engine,
    account,
    mode,
    instrumentId: instrument.id,
    symbol: decision.symbol,
    side,
    arm,
    state: 'entering',
    wantedQtyBase,
    attempts: 1,
    reprices: 0,
    openOrderIds: [clientOrderId(snipeIntentId(snipeId, 'entry', 1), 0, 0)],
    entryExpiresMs: nowMs + settings.entryTtlMs,
    filledQtyBase: '0',
    entryPx: null,
    stopPx: null,
    takeProfitPx: null,
    bestPx: null,
    isBreakEven: false,
    additions: 0,
    lastAdditionMs: null,
    riskLevel: settings.riskLevel,
    lastClusterId: request.clusterKey,
    startedMs: nowMs,
    openedMs: null,
    closedMs: null,
    exitPx: null,
    exit: null,
    netUsd: null,
    netBps: null,
    reason: 'the first entry order is sent',
  };
}
