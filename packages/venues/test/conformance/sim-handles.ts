import type { Instrument, Venue, VenueKey } from '@riptide/core/domain';
import type { CallFaultPlan, EventFaultPlan, PublicFaults, SimKey, VenueSim } from '@riptide/venue-sim';

/** What the cards ask of the simulator, in the words of the cards; the only place that knows the simulator's own names. */
export interface SimHandles {
  readonly key: VenueKey;
  readonly faults: PublicFaults;
  /** Aims one fault at the next private call of a kind. */
  armCall(call: NonNullable<CallFaultPlan['call']>, fault: CallFaultPlan['fault']): void;
  /** Aims one fault at the next private event of a kind. */
  armEvent(event: NonNullable<EventFaultPlan['event']>, fault: EventFaultPlan['fault']): void;
  /** Ends every armed fault. */
  heal(): void;
  settleFunding(instrument: Instrument): void;
  /** Moves the price of an asset by a fraction at once. */
  shockPrice(asset: string, moveFrac: number): void;
  /** By the wire name; null: it is not lent. */
  setBorrowRate(asset: string, perHourFrac: number | null): void;
  halt(instrument: Instrument, isHalted: boolean): void;
  /** Keeps the book at its price, whatever the market does. */
  lockPrice(instrument: Instrument, isLocked: boolean): void;
  issueKey(rights: Partial<Pick<SimKey, 'canWithdraw' | 'isReadOnly' | 'ipList' | 'expiresMs'>>): VenueKey;
}

/** True when the simulator has accounts. */
export function hasPrivateSide(sim: VenueSim): boolean {
  return 'firstKey' in sim && 'desk' in sim && 'control' in sim;
}

/** Wraps the simulator's handles of one venue. */
export function simHandles(sim: VenueSim, venue: Venue): SimHandles {
  if (!hasPrivateSide(sim)) throw new Error('the simulator has no private side');
  const desk = sim.desk(venue);
  const control = sim.control(venue);
  const ixOf = ({ wireSymbol, kind }: Instrument): number => {
    const ix = control.ixOf(wireSymbol, kind === 'spot' ? 'spot' : 'perp');
    if (ix === null) throw new Error(`the simulator lists no ${wireSymbol}`);
    return ix;
  };
  return {
    key: keyOf(sim.firstKey(venue)),
    faults: sim.faults(venue),
    armCall: (call, fault) => desk.armCall({ call, fault }),
    armEvent: (event, fault) => desk.armEvent({ event, fault }),
    heal: () => desk.heal(),
    settleFunding: (instrument) => control.settleFunding(ixOf(instrument)),
    setBorrowRate: (asset, perHourFrac) => control.setBorrowRate(asset, perHourFrac),
    halt: (instrument, isHalted) => control.haltInstrument(ixOf(instrument), isHalted),
    lockPrice: (instrument, isLocked) => control.lockPrice(ixOf(instrument), isLocked),
    shockPrice: (asset, moveFrac) => {
      if (!control.shockPrice(asset, moveFrac)) throw new Error(`the simulator has no ${asset}`);
    },
    issueKey: (rights) => keyOf(control.issueKey(rights)),
  };
}

function keyOf(key: SimKey): VenueKey {
  return { apiKey: key.apiKey, apiSecret: key.apiSecret, passphrase: key.passphrase === '' ? null : key.passphrase };
}
