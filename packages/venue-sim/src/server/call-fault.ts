import type { Clock } from '@riptide/core/kernel';
import type { PrivateCallFault, SimRefusal } from '../account/model.ts';

/** How a venue answers when a fault stands before the call. */
export interface FaultWords<T> {
  refuse(refusal: SimRefusal): T;
  status(status: number, retryAfterS: number | null): T;
  maintenance(): T;
}

/**
 * Makes one private call under its planned fault. `act` does the call and is given the share of an order that may fill at once,
 * null for all of it. A lost answer is a promise that never settles: the client's own timeout ends it.
 */
export function callUnderFault<T>(
  fault: PrivateCallFault | null,
  clock: Clock,
  act: (fillFrac: number | null) => T,
  words: FaultWords<T>,
): T | Promise<T> {
  if (fault === null) return act(null);
  switch (fault.kind) {
    case 'reject':
      return words.refuse(fault.refusal);
    case 'status':
      return words.status(fault.status, fault.retryAfterS);
    case 'maintenance':
      return words.maintenance();
    case 'answer-lost':
      act(fault.fillFrac ?? null);
      return never();
    case 'request-lost':
      return never();
    case 'delay':
      return new Promise<void>((resolve) => clock.after(fault.ms, resolve)).then(() => act(fault.fillFrac ?? null));
    case 'partial':
      return act(fault.fillFrac);
    default:
      throw new Error(`Invariant: unknown fault ${JSON.stringify(fault)}`);
  }
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
