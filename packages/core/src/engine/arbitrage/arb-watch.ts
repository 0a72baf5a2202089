import { LEG_KEYS, type AccountKey, type ArbTrade, type Venue } from '../../domain/index.ts';
import type { RiskBlock } from '../../risk/index.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

type WatchContext = Pick<ArbitrageContext, 'core'>;

/** Why a trade is left alone at one of its venues. */
export interface Unwatched {
  readonly venue: Venue;
  readonly account: AccountKey;
  /** Until a person does something; false: it passes by itself. */
  readonly isLasting: boolean;
  readonly text: string;
}

/** Returns where nobody can act on a trade now: no key, live orders switched off, an account that is not compared yet. Empty while both legs are watched. */
export function unwatchedOf({ core }: WatchContext, trade: ArbTrade): readonly Unwatched[] {
  const { desks, permit, reconciler } = core;
  const seen = new Set<AccountKey>();
  return LEG_KEYS.flatMap((key): readonly Unwatched[] => {
    const { account, venue } = trade[key];
    if (seen.has(account)) return [];
    seen.add(account);
    const desk = desks.get(account);
    if (desk === undefined) return [{ venue, account, isLasting: true, text: `the key of ${venue} is missing` }];
    if (!permit.mayActOn(account)) {
      return [{ venue, account, isLasting: true, text: `live orders at ${venue} are switched off` }];
    }
    if (desk.hasStarted && reconciler.isReconciled(account)) return [];
    return [{ venue, account, isLasting: false, text: `${venue} is not compared with our records yet` }];
  });
}

/** Returns the reason of a trade, behind why it is not watched where it is not. */
export function watchedReason(context: WatchContext, trade: ArbTrade): string {
  const causes = unwatchedOf(context, trade).map(({ text }) => text);
  if (causes.length === 0) return trade.reason;
  const waits = `${causes.join(', ')}: the trade waits for it`;
  return trade.reason === '' ? waits : `${waits}; before: ${trade.reason}`;
}

/** Returns, venue by venue, how many open arbitrages are left alone there until a person does something. */
export function unwatchedBlocks(context: Pick<ArbitrageContext, 'core' | 'state'>): readonly RiskBlock[] {
  const left = context.state.trades
    .open()
    .flatMap(({ trade }) => unwatchedOf(context, trade).map((each) => ({ ...each, mode: trade.execution })))
    .filter(({ isLasting }) => isLasting);
  const accounts = new Map(left.map((each) => [each.account, each]));
  return [...accounts.values()].map(({ account, venue, mode, text }) => {
    const count = left.filter((each) => each.account === account).length;
    const what = count === 1 ? '1 open arbitrage is' : `${count} open arbitrages are`;
    return { gate: 'account', venue, mode, severity: 'fault', text: `${text}: ${what} not watched there` };
  });
}
