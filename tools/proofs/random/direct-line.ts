import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock, Random } from '@riptide/core/kernel';
import type { PrivateFaultControl } from '../../../packages/venue-sim/src/account/fault-desk.ts';
import type { PrivateCallName, SimOutcome } from '../../../packages/venue-sim/src/account/model.ts';
import { refusalError } from './venue-words.ts';

const CALL_TIMEOUT_MS = 5_000;
const WAY_MS_MAX = 25;

export interface DirectLineDeps {
  /** The venue's time: what has left us arrives, whatever becomes of us. */
  readonly venueClock: Clock;
  /** Ours: dies with the engine, and with it every answer that is still under way. */
  readonly ownClock: Clock;
  readonly random: Random;
  readonly desk: PrivateFaultControl;
}

/** One call over a line without sockets: it takes some time each way, and meets the fault plan of the venue as a request would. */
export class DirectLine {
  private readonly deps: DirectLineDeps;

  constructor(deps: DirectLineDeps) {
    this.deps = deps;
  }

  /** Calls the venue. `act` does it there and is given the share of an order that may fill at once. */
  call<T>(
    name: PrivateCallName,
    wireSymbol: string | null,
    act: (fillFrac: number | null) => SimOutcome<T>,
  ): Promise<Result<T, DomainError>> {
    const { venueClock, random } = this.deps;
    return new Promise((resolve) => {
      const answer = (result: Result<T, DomainError>, moreMs = 0): void => {
        this.deps.ownClock.after(1 + Math.floor(random() * WAY_MS_MAX) + moreMs, () => resolve(result));
      };
      venueClock.after(1 + Math.floor(random() * WAY_MS_MAX), () => this.arrive({ name, wireSymbol, act, answer }));
    });
  }

  private arrive<T>(call: {
    readonly name: PrivateCallName;
    readonly wireSymbol: string | null;
    act(fillFrac: number | null): SimOutcome<T>;
    answer(result: Result<T, DomainError>, moreMs?: number): void;
  }): void {
    const { act, answer } = call;
    const told = (outcome: SimOutcome<T>): Result<T, DomainError> =>
      outcome.ok ? ok(outcome.value) : err(refusalError(outcome.refusal));
    const fault = this.deps.desk.takeCallFault(call.name, call.wireSymbol);
    switch (fault?.kind) {
      case undefined:
        return answer(told(act(null)));
      case 'partial':
        return answer(told(act(fault.fillFrac)));
      case 'delay':
        return void this.deps.venueClock.after(fault.ms, () => answer(told(act(null))));
      case 'answer-lost':
        act(null);
        return answer(lost('the answer was lost'), CALL_TIMEOUT_MS);
      case 'request-lost':
        return answer(lost('the request was lost'), CALL_TIMEOUT_MS);
      case 'reject':
        return answer(err(refusalError(fault.refusal)));
      case 'status':
        return answer(err(statusError(fault.status)));
      case 'maintenance':
        return answer(err(domainError('VENUE_MAINTENANCE', 'maintenance')));
    }
  }
}

function lost(detail: string): Result<never, DomainError> {
  return err(domainError('VENUE_TIMEOUT', detail, { outcome: 'unknown' }));
}

/** Over the limit nothing was done; a server error may have done it. */
function statusError(status: number): DomainError {
  if (status === 429) return domainError('VENUE_RATE_LIMITED', 'status=429', { retryAfterMs: 1_000 });
  if (status === 418) return domainError('VENUE_BANNED', 'status=418', { retryAfterMs: 2_000 });
  return domainError('VENUE_ERROR_UNMAPPED', `status=${status}`, { outcome: 'unknown' });
}
