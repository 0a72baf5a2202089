import type { Clock, Random, TimerHandle } from '@riptide/core/kernel';
import type { ArmedFault } from '../armed-fault.ts';
import type {
  PrivateCallFault,
  PrivateCallName,
  PrivateEventFault,
  PrivateEventName,
  PrivateFaultDesk,
} from './model.ts';

/** Faults armed at once; arming more throws, since a plan of that size is a mistake. */
const ARMED_MAX = 10_000;
/** An event that waits for the next one to overtake it goes by itself after this long. */
const SWAP_WAIT_MS = 1_000;

interface Aim {
  /** Absent: any. */
  readonly wireSymbol?: string;
  /** How often it strikes; 1 when absent. Infinity: until `heal`. */
  readonly count?: number;
  /** Chance of striking at each opportunity, 0..1; 1 when absent. An opportunity that passes is not counted. */
  readonly chance?: number;
}

/** A fault on private calls, as it is armed. */
export interface CallFaultPlan extends Aim {
  readonly fault: PrivateCallFault;
  /** Absent: any call. */
  readonly call?: PrivateCallName;
}

/** A fault on private events, as it is armed. */
export interface EventFaultPlan extends Aim {
  readonly fault: PrivateEventFault;
  /** Absent: any event. */
  readonly event?: PrivateEventName;
}

/** The fault plan of one venue's private side, and how it is armed. */
export interface PrivateFaultControl extends PrivateFaultDesk {
  armCall(plan: CallFaultPlan): ArmedFault;
  armEvent(plan: EventFaultPlan): ArmedFault;
  /** Takes one armed fault back. */
  disarm(fault: ArmedFault): void;
  /** Stops every private event; pings are answered while `answersPings`. */
  silence(answersPings: boolean): void;
  readonly answersPings: boolean;
  /** Disarms everything, ends the silence and lets go what was held back. */
  heal(): void;
  /** Draws chances from another generator from now on. */
  reseed(random: Random): void;
  /** What has struck so far, by kind. */
  readonly struck: Readonly<Record<string, number>>;
  /** Faults that still wait. */
  readonly armedCount: number;
}

interface Armed<P> extends ArmedFault {
  readonly plan: P;
  left: number;
  fired: number;
}

function armed<P extends Aim>(plan: P): Armed<P> {
  return { plan, left: plan.count ?? 1, fired: 0 };
}

/** Builds the fault desk of one venue. Chances are drawn from `random`. */
export function createFaultDesk(deps: { readonly clock: Clock; readonly random: Random }): PrivateFaultControl {
  return new SeededFaultDesk(deps.clock, deps.random);
}

class SeededFaultDesk implements PrivateFaultControl {
  private readonly clock: Clock;
  private random: Random;
  private calls: Armed<CallFaultPlan>[] = [];
  private events: Armed<EventFaultPlan>[] = [];
  private held: { readonly send: () => void; readonly timer: TimerHandle } | null = null;
  private silent: { readonly answersPings: boolean } | null = null;
  private readonly counts: Record<string, number> = {};

  constructor(clock: Clock, random: Random) {
    this.clock = clock;
    this.random = random;
  }

  get isSilent(): boolean {
    return this.silent !== null;
  }

  get answersPings(): boolean {
    return this.silent?.answersPings ?? true;
  }

  get struck(): Readonly<Record<string, number>> {
    return { ...this.counts };
  }

  get armedCount(): number {
    return this.calls.length + this.events.length;
  }

  armCall(plan: CallFaultPlan): ArmedFault {
    this.refuseTooMany();
    const made = armed(plan);
    this.calls.push(made);
    return made;
  }

  armEvent(plan: EventFaultPlan): ArmedFault {
    this.refuseTooMany();
    const made = armed(plan);
    this.events.push(made);
    return made;
  }

  disarm(fault: ArmedFault): void {
    for (const one of [...this.calls, ...this.events]) if (one === fault) one.left = 0;
    this.calls = this.calls.filter(({ left }) => left > 0);
    this.events = this.events.filter(({ left }) => left > 0);
  }

  reseed(random: Random): void {
    this.random = random;
  }

  silence(answersPings: boolean): void {
    this.silent = { answersPings };
  }

  heal(): void {
    for (const one of [...this.calls, ...this.events]) one.left = 0;
    this.calls = [];
    this.events = [];
    this.silent = null;
    this.release();
  }

  takeCallFault(call: PrivateCallName, wireSymbol: string | null): PrivateCallFault | null {
    const hit = this.strike(this.calls, wireSymbol, (plan) => plan.call === undefined || plan.call === call);
    this.calls = this.calls.filter(({ left }) => left > 0);
    if (hit === null) return null;
    this.count(hit.fault.kind);
    return hit.fault;
  }

  deliver(event: PrivateEventName, wireSymbol: string | null, send: () => void): void {
    if (this.isSilent) return this.count('silenced');
    const hit = this.strike(this.events, wireSymbol, (plan) => plan.event === undefined || plan.event === event);
    this.events = this.events.filter(({ left }) => left > 0);
    if (hit === null) {
      send();
      this.release();
      return;
    }
    this.count(typeof hit.fault === 'string' ? hit.fault : 'delay-event');
    this.apply(hit.fault, send);
  }

  private apply(fault: PrivateEventFault, send: () => void): void {
    if (fault === 'drop') return;
    if (fault === 'swap-with-next') {
      this.release();
      this.held = { send, timer: this.clock.after(SWAP_WAIT_MS, () => this.release()) };
      return;
    }
    if (fault === 'duplicate') {
      send();
      send();
    } else this.clock.after(fault.delayMs, () => (this.isSilent ? this.count('silenced') : send()));
    this.release();
  }

  private release(): void {
    const { held } = this;
    if (held === null) return;
    this.held = null;
    held.timer.cancel();
    held.send();
  }

  private strike<P extends Aim>(
    plans: readonly Armed<P>[],
    wireSymbol: string | null,
    aims: (plan: P) => boolean,
  ): P | null {
    for (const one of plans) {
      const { plan } = one;
      if (!aims(plan) || (plan.wireSymbol !== undefined && plan.wireSymbol !== wireSymbol)) continue;
      if (plan.chance !== undefined && this.random() >= plan.chance) continue;
      one.left -= 1;
      one.fired += 1;
      return plan;
    }
    return null;
  }

  private count(kind: string): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  private refuseTooMany(): void {
    if (this.armedCount >= ARMED_MAX) throw new Error(`Invariant: more than ${ARMED_MAX} faults armed`);
  }
}
