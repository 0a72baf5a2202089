import type { ArbTrade, LegKey } from './arbitrage.ts';
import type { Fill } from './orders.ts';

const ARB_INTENT = /^(a[0-9a-z]{11})([bs])([ex])([0-9a-z]{2})$/;
/** A client order id of ours: `P`, the intent id, one digit each of leg and attempt. */
const ARB_CLIENT_ID = /^P(a[0-9a-z]{11}[bs][ex][0-9a-z]{2})[0-9a-z]{2}$/;

/** Where an order stands among those of its arbitrage. */
export interface ArbOrderPlace {
  readonly leg: LegKey;
  readonly phase: ArbTrade['phase'];
  /** 1 for the first of its leg and phase. */
  readonly n: number;
}

/** An order of an arbitrage, as its id tells. */
export type ArbOrderId = ArbOrderPlace & { readonly arbId: string };

/** Returns what an intent id of a trade says; null for every other intent. */
export function parseArbIntent(intentId: string): ArbOrderId | null {
  const match = ARB_INTENT.exec(intentId);
  if (match === null) return null;
  const [, arbId = '', leg, phase, digits = ''] = match;
  return {
    arbId,
    leg: leg === 'b' ? 'buy' : 'sell',
    phase: phase === 'e' ? 'entry' : 'exit',
    n: Number.parseInt(digits, 36),
  };
}

/** What a fill is to the arbitrage whose order it filled. */
export interface ArbFill {
  readonly arbId: string;
  /** True for one on the side of its leg: it opens or adds. */
  readonly opens: boolean;
}

/** Returns what a fill is to its arbitrage; null for a fill of any other order. */
export function arbFillOf({ clientOrderId, side }: Pick<Fill, 'clientOrderId' | 'side'>): ArbFill | null {
  const intentId = ARB_CLIENT_ID.exec(clientOrderId ?? '')?.[1];
  const about = intentId === undefined ? null : parseArbIntent(intentId);
  return about === null ? null : { arbId: about.arbId, opens: (about.leg === 'buy') === (side === 'BUY') };
}
