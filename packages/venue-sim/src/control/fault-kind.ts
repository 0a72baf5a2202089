import type { Result, Venue } from '@riptide/core/domain';
import type { SimAccountControl } from '../account/control-model.ts';
import type { PrivateFaultControl } from '../account/fault-desk.ts';
import type { PublicFaults, VenueSim } from '../faults-public.ts';
import type { badField, ControlRefusal, JsonObject } from './control-answer.ts';
import type { FaultEffect } from './fault-ledger.ts';
import type { Fields, ValuesOf } from './fields.ts';
import type { FoundListing } from './find-listing.ts';

/** One venue as a fault meets it. */
export interface FaultTarget {
  readonly venue: Venue;
  /** null when the fault names no symbol. */
  readonly listing: FoundListing | null;
  readonly desk: PrivateFaultControl;
  readonly wire: PublicFaults;
  readonly control: SimAccountControl;
  readonly sim: VenueSim;
}

/** One kind of fault that can be asked for. */
export interface FaultKind {
  readonly about: string;
  readonly symbol: 'required' | 'optional' | 'none';
  readonly fields: Fields;
  /** Fields of the kind alone. */
  readonly example: JsonObject;
  /** Set for what can't be done at all venues by one call. */
  readonly isForOneVenue?: boolean;
  /** Why it can't be armed; asked of every venue before the first one is touched. */
  refuse?(target: FaultTarget, values: Readonly<Record<string, unknown>>): FieldRefusal | null;
  arm(target: FaultTarget, values: Readonly<Record<string, unknown>>): Result<FaultEffect, ControlRefusal>;
}

type FieldRefusal = ReturnType<typeof badField>;

/** Builds a kind whose fields `arm` gets as they were read. */
export function faultKind<F extends Fields>(kind: {
  readonly about: string;
  readonly symbol: FaultKind['symbol'];
  readonly fields: F;
  readonly example: JsonObject;
  readonly isForOneVenue?: boolean;
  refuse?(target: FaultTarget, values: ValuesOf<F>): FieldRefusal | null;
  arm(target: FaultTarget, values: ValuesOf<F>): Result<FaultEffect, ControlRefusal>;
}): FaultKind {
  return {
    ...kind,
    refuse: (target, values) => kind.refuse?.(target, values as ValuesOf<F>) ?? null,
    arm: (target, values) => kind.arm(target, values as ValuesOf<F>),
  };
}
