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
  return {
    key: keyOf(sim.firstKey(venue)),
    faults: sim.faults(venue),
    armCall: (call, fault) => desk.armCall({ call, fault }),
    armEvent: (event, fault) => desk.armEvent({ event, fault }),
    heal: () => desk.heal(),
    settleFunding: (instrument) => {
      const ix = control.ixOf(instrument.wireSymbol, 'perp');
      if (ix === null) throw new Error(`the simulator lists no ${instrument.wireSymbol}`);
      control.settleFunding(ix);
    },
    shockPrice: (asset, moveFrac) => {
      if (!control.shockPrice(asset, moveFrac)) throw new Error(`the simulator has no ${asset}`);
    },
    issueKey: (rights) => keyOf(control.issueKey(rights)),
  };
}

function keyOf(key: SimKey): VenueKey {
  return { apiKey: key.apiKey, apiSecret: key.apiSecret, passphrase: key.passphrase === '' ? null : key.passphrase };
}
