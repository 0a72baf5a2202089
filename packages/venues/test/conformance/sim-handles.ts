import type { Instrument, Venue, VenueKey } from '@riptide/core/domain';
import type { PublicFaults, VenueSim } from '@riptide/venue-sim';

/** What the cards ask of the simulator, in the words of the cards; the only place that knows the simulator's own names. */
export interface SimHandles {
  readonly key: VenueKey;
  readonly faults: PublicFaults;
  /** Aims one fault at the next private call of a kind. */
  armCall(call: SimCall, fault: SimCallFault): void;
  /** Aims one fault at the next private event of a kind. */
  armEvent(event: 'order' | 'fill' | 'position' | 'balance', fault: 'drop' | 'duplicate' | 'swap-with-next'): void;
  /** Ends every armed fault. */
  heal(): void;
  settleFunding(instrument: Instrument): void;
  /** Moves the price of an asset by a fraction at once. */
  shockPrice(asset: string, moveFrac: number): void;
  issueKey(rights: SimKeyRights): VenueKey;
}

export type SimCall = 'place' | 'cancel' | 'query-order' | 'open-orders' | 'fills' | 'positions' | 'balances';

export type SimCallFault =
  | { readonly kind: 'reject'; readonly refusal: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS: number | null }
  | { readonly kind: 'answer-lost' }
  | { readonly kind: 'request-lost' }
  | { readonly kind: 'partial'; readonly fillFrac: number };

export interface SimKeyRights {
  readonly canWithdraw?: boolean;
  readonly isReadOnly?: boolean;
  readonly ipList?: readonly string[];
  readonly expiresMs?: number | null;
}

interface WireKey {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly passphrase: string;
}

/** The simulator's private handles as this suite uses them. */
interface PrivateSim {
  firstKey(venue: Venue): WireKey;
  desk(venue: Venue): {
    armCall(fault: { readonly call: SimCall; readonly fault: SimCallFault; readonly count?: number }): void;
    armEvent(fault: { readonly event: string; readonly fault: string; readonly count?: number }): void;
    heal(): void;
  };
  control(venue: Venue): {
    issueKey(rights: SimKeyRights): WireKey;
    settleFunding(wireSymbol: string): void;
    shockPrice(asset: string, moveFrac: number): void;
  };
}

/** True when the simulator has the private half at all. */
export function hasPrivateSide(sim: VenueSim): boolean {
  return 'firstKey' in sim && 'desk' in sim && 'control' in sim;
}

/** Wraps the simulator's handles of one venue. */
export function simHandles(sim: VenueSim, venue: Venue): SimHandles {
  if (!hasPrivateSide(sim)) throw new Error('the simulator has no private side');
  const own = sim as unknown as PrivateSim;
  const desk = own.desk(venue);
  const control = own.control(venue);
  return {
    key: keyOf(own.firstKey(venue)),
    faults: sim.faults(venue),
    armCall: (call, fault) => desk.armCall({ call, fault, count: 1 }),
    armEvent: (event, fault) => desk.armEvent({ event, fault, count: 1 }),
    heal: () => desk.heal(),
    settleFunding: (instrument) => control.settleFunding(instrument.wireSymbol),
    shockPrice: (asset, moveFrac) => control.shockPrice(asset, moveFrac),
    issueKey: (rights) => keyOf(control.issueKey(rights)),
  };
}

function keyOf(key: WireKey): VenueKey {
  return { apiKey: key.apiKey, apiSecret: key.apiSecret, passphrase: key.passphrase === '' ? null : key.passphrase };
}
