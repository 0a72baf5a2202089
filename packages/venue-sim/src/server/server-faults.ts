import type { ArmedFault } from '../armed-fault.ts';
import type { FrameFault, PublicFaults } from '../faults-public.ts';
import { FrameFaultPlan } from './frame-faults.ts';
import type { LoopbackSocket } from './loopback-socket.ts';
import type { WireResponse } from './venue-server.ts';

interface RestFault extends ArmedFault {
  readonly pathPrefix: string;
  left: number;
  fired: number;
}

interface RestFailure extends RestFault {
  readonly response: WireResponse;
}

/** The public-side faults of one loopback server. */
export class ServerFaults implements PublicFaults {
  readonly frames = new FrameFaultPlan();
  private silent = false;
  private pingsAnswered = true;
  private hanging: RestFault[] = [];
  private failures: RestFailure[] = [];
  private shiftedMs = 0;
  private readonly sockets: ReadonlySet<LoopbackSocket>;
  private readonly shiftClock: (byMs: number) => void;

  constructor(sockets: ReadonlySet<LoopbackSocket>, shiftClock: (byMs: number) => void) {
    this.sockets = sockets;
    this.shiftClock = shiftClock;
  }

  get isSilent(): boolean {
    return this.silent;
  }

  get answersPings(): boolean {
    return this.pingsAnswered;
  }

  get skewMs(): number {
    return this.shiftedMs;
  }

  frame(fault: FrameFault): ArmedFault {
    return this.frames.arm(fault);
  }

  silence(answersPings: boolean): void {
    this.silent = true;
    this.pingsAnswered = answersPings;
  }

  heal(): void {
    this.silent = false;
    this.pingsAnswered = true;
    for (const one of this.hanging) one.left = 0;
    this.hanging = [];
  }

  reset(): void {
    this.heal();
    this.frames.disarm();
    for (const one of this.failures) one.left = 0;
    this.failures = [];
    this.skewClock(-this.shiftedMs);
  }

  closeSockets(code: number, reason: string): number {
    for (const socket of this.sockets) socket.close(code, reason);
    return this.sockets.size;
  }

  dropSockets(): number {
    const { size } = this.sockets;
    for (const socket of this.sockets) socket.drop();
    return size;
  }

  hangRest(pathPrefix: string): ArmedFault {
    const made = { pathPrefix, left: Number.POSITIVE_INFINITY, fired: 0 };
    this.hanging.push(made);
    return made;
  }

  failRest(
    pathPrefix: string,
    status: number,
    body: string,
    count: number,
    headers: Readonly<Record<string, string>> = {},
  ): ArmedFault {
    const made = { pathPrefix, response: { status, body, headers }, left: count, fired: 0 };
    this.failures.push(made);
    return made;
  }

  skewClock(byMs: number): void {
    this.shiftedMs += byMs;
    this.shiftClock(byMs);
  }

  /** True when a request to this path is never answered. */
  hangs(path: string): boolean {
    const found = this.hanging.find(({ pathPrefix }) => path.startsWith(pathPrefix));
    if (found !== undefined) found.fired += 1;
    return found !== undefined;
  }

  /** Takes the planned answer for this path, if there is one. */
  takeFailure(path: string): WireResponse | null {
    const at = this.failures.findIndex((failure) => path.startsWith(failure.pathPrefix));
    const found = this.failures[at];
    if (found === undefined) return null;
    found.left -= 1;
    found.fired += 1;
    if (found.left <= 0) this.failures.splice(at, 1);
    return found.response;
  }
}
