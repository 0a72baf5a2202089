import {
  accountKey,
  type AccountKey,
  type Instrument,
  type InstrumentId,
  type MarketSource,
  type RadarReading,
  type SnipeMarket,
  type TradingFact,
  type SnipingEngine,
} from '../../domain/index.ts';
import type { MarketStore, NormalisedLiquidation } from '../../market-data/index.ts';
import type { AccountWorthDesk } from '../trading/account-worth-desk.ts';
import type { CoreContext } from '../trading/core-context.ts';
import type { OrderSender } from '../trading/order-sender.ts';
import type { PickedSymbol } from '../sniping-views.ts';
import type { SnipingState } from './sniping-state.ts';

/** What the liquidation radar tells the engines. */
export interface SnipeRadar {
  /** Takes an event that was not seen before; null when it does not count. */
  onLiquidation(event: NormalisedLiquidation): RadarReading | null;
  /** The market of an instrument as a trigger would be traded in it. */
  marketOf(ix: number, nowMs: number): SnipeMarket;
}

/** What the desks of the sniping engines share. */
export interface SnipingContext {
  readonly core: CoreContext;
  readonly orders: OrderSender;
  readonly worth: AccountWorthDesk;
  readonly store: MarketStore;
  readonly state: SnipingState;
  readonly radar: SnipeRadar;
  readonly market: MarketSource;
  readonly picked: { of(context: SnipingContext, engine: SnipingEngine): readonly PickedSymbol[] };
}

/** Returns an instrument's market now; null when it is not among the books. */
export function marketNow({ core, radar }: SnipingContext, instrumentId: InstrumentId): SnipeMarket | null {
  const ix = core.eyes.ixOf(instrumentId);
  return ix === null ? null : radar.marketOf(ix, core.clock.nowMs());
}

/** Returns the account that orders of an instrument's venue go to now. */
export function accountOf({ core }: SnipingContext, { venue }: Pick<Instrument, 'venue'>): AccountKey {
  return accountKey(venue, core.permit.modeOf(venue));
}

/** Builds an event for people. */
export function eventFact(
  event: string,
  severity: Extract<TradingFact, { kind: 'event' }>['severity'],
  about: {
    readonly text: string;
    readonly symbol?: string | null;
    readonly data?: Readonly<Record<string, unknown>>;
  },
): TradingFact {
  return {
    kind: 'event',
    event,
    severity,
    symbol: about.symbol ?? null,
    venues: [],
    text: about.text,
    data: about.data ?? {},
  };
}
