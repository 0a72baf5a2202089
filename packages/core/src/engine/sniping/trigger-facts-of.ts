import {
  decimal,
  type AccountKey,
  type Instrument,
  type RadarReading,
  type SnipeMarket,
  type SnipingEngine,
} from '../../domain/index.ts';
import { BASE_TIER_FEES, type PasSettings, type TriggerFacts } from '../../strategies/index.ts';
import type { AccountWorth } from '../trading/account-worth-desk.ts';
import { exposureOf, type Exposure } from './exposure.ts';
import type { SnipingContext } from './sniping-context.ts';
import { verdictFor } from './verdict-rule.ts';

export interface FactsRequest {
  /** Who would act; null while no engine runs. */
  readonly engine: SnipingEngine | null;
  readonly settings: PasSettings;
  readonly reading: RadarReading;
  readonly market: SnipeMarket;
  readonly instrument: Instrument;
  readonly account: AccountKey;
}

/** What the core knows at a trigger, with the exact figures behind it. */
export interface GatheredFacts {
  readonly facts: TriggerFacts;
  readonly worth: AccountWorth;
  readonly exposure: Exposure;
}

const NOTHING: AccountWorth = {
  cashUsd: null,
  holdingsUsd: null,
  unrealisedUsd: null,
  equityUsd: null,
  freeUsd: null,
  marginUsd: null,
};

/** Gathers what the gates look at besides radar and market. What is unknown is NaN and blocks. */
export function gatherFacts(context: SnipingContext, request: FactsRequest): GatheredFacts {
  const { core, state, worth: worthDesk } = context;
  const { engine, reading, market, instrument, account } = request;
  const mode = core.permit.modeOf(instrument.venue);
  const desk = core.desks.get(account);
  const worth = desk === undefined ? NOTHING : worthDesk.worthOf(desk);
  const fees = desk?.feeView('perp') ?? null;
  const exposure = exposureOf(state, engine ?? 'pas-trader', mode);
  const facts: TriggerFacts = {
    nowMs: core.clock.nowMs(),
    isEngineRunning: engine !== null,
    killLevel: core.risk.kill.level,
    cooldownUntilMs: state.cooldownUntilMs(reading.symbol, reading.liquidatedSide),
    standing: standingOn(context, account, instrument),
    openSnipes: exposure.trades,
    exposureUsd: Number(exposure.usd),
    freeUsd: worth.freeUsd === null ? Number.NaN : Number(worth.freeUsd),
    equityUsd: worth.equityUsd === null ? Number.NaN : Number(worth.equityUsd),
    minNotionalUsd: smallestUsd(instrument, market.midPx),
    fees: { ...(fees ?? BASE_TIER_FEES[instrument.venue].perp), source: fees === null ? 'tier' : 'account' },
    maintenanceFrac: core.risk.limits.assumedMaintenanceFrac,
    fundingIntervalMs: instrument.fundingIntervalHours === null ? null : instrument.fundingIntervalHours * 3_600_000,
    verdict: verdictFor(state, engine ?? 'pas-trader', { market: context.market, mode, nowMs: core.clock.nowMs() }),
  };
  return { facts, worth, exposure };
}

/** What the books hold of the instrument, whoever opened it; a trade that is about to open counts as open, and so does a leg of an arbitrage. */
function standingOn(
  { core, state }: SnipingContext,
  account: AccountKey,
  { id }: Instrument,
): TriggerFacts['standing'] {
  const position = core.ledger
    .account(account)
    ?.positions()
    .find((each) => each.instrumentId === id);
  if (position !== undefined) return { side: decimal(position.qtyBase).gt(0) ? 'long' : 'short', as: 'position' };
  const own = state.snipes.open().find(({ snipe }) => snipe.account === account && snipe.instrumentId === id);
  if (own !== undefined) return { side: own.snipe.side, as: decimal(own.entryBase).gt(0) ? 'position' : 'entry' };
  const claimed = state.claims.sideOf(account, id);
  return claimed === null ? null : { side: claimed === 'BUY' ? 'long' : 'short', as: 'arbitrage' };
}

function smallestUsd(instrument: Instrument, midPx: number): number {
  const byQty = Number(instrument.qtyMin) * instrument.qtyScale * midPx;
  return Math.max(byQty, Number(instrument.notionalMin ?? '0'));
}
