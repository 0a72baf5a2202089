import {
  accountKey,
  type AccountKey,
  type Instrument,
  type MarketSource,
  type TradingFact,
} from '../../domain/index.ts';
import type { MarketStore } from '../../market-data/index.ts';
import type { Scanner } from '../../strategies/index.ts';
import type { AccountWorthDesk } from '../trading/account-worth-desk.ts';
import type { CoreContext } from '../trading/core-context.ts';
import type { OrderSender } from '../trading/order-sender.ts';
import type { ArbitrageState } from './arbitrage-state.ts';

/** What the desks of the arbitrage engine share. */
export interface ArbitrageContext {
  readonly core: CoreContext;
  readonly orders: OrderSender;
  readonly worth: AccountWorthDesk;
  readonly store: MarketStore;
  readonly scanner: Scanner;
  readonly state: ArbitrageState;
  readonly market: MarketSource;
}

/** Returns the account that orders of an instrument's venue go to now. */
export function accountOf({ core }: Pick<ArbitrageContext, 'core'>, { venue }: Pick<Instrument, 'venue'>): AccountKey {
  return accountKey(venue, core.permit.modeOf(venue));
}

/** Builds an event for people. */
export function eventFact(
  event: string,
  severity: Extract<TradingFact, { kind: 'event' }>['severity'],
  about: {
    readonly text: string;
    readonly symbol?: string | null;
    readonly venues?: Extract<TradingFact, { kind: 'event' }>['venues'];
    readonly data?: Readonly<Record<string, unknown>>;
  },
): TradingFact {
  return {
    kind: 'event',
    event,
    severity,
    symbol: about.symbol ?? null,
    venues: about.venues ?? [],
    text: about.text,
    data: about.data ?? {},
  };
}
