import type { FrameFault, PublicFaults } from '../faults-public.ts';
import { FrameFaultPlan } from './frame-faults.ts';
import type { LoopbackSocket } from './loopback-socket.ts';
import type { WireResponse } from './venue-server.ts';

interface RestFailure {
  readonly pathPrefix: string;
  readonly response: WireResponse;
  left: number;
}

/** The public-side faults of one loopback server. */
export class ServerFaults implements PublicFaults {
  readonly frames = new FrameFaultPlan();
  private silent = false;
  private pingsAnswered = true;
  private hanging: string[] = [];
  private readonly failures: RestFailure[] = [];
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

  frame(fault: FrameFault): void {
    this.frames.arm(fault);
  }

  silence(answersPings: boolean): void {
    this.silent = true;
    this.pingsAnswered = answersPings;
  }

  heal(): void {
    this.silent = false;
    this.pingsAnswered = true;
    this.hanging = [];
  }

  closeSockets(code: number, reason: string): void {
    for (const socket of this.sockets) socket.close(code, reason);
  }

  dropSockets(): void {
    for (const socket of this.sockets) socket.drop();
  }

  hangRest(pathPrefix: string): void {
    this.hanging.push(pathPrefix);
  }

  failRest(
    pathPrefix: string,
    status: number,
    body: string,
    count: number,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    this.failures.push({ pathPrefix, response: { status, body, headers }, left: count });
  }

  skewClock(byMs: number): void {
    this.shiftClock(byMs);
  }

  /** True when a request to this path is never answered. */
  hangs(path: string): boolean {
    return this.hanging.some((prefix) => path.startsWith(prefix));
  }

  /** Takes the planned answer for this path, if there is one. */
  takeFailure(path: string): WireResponse | null {
    const at = this.failures.findIndex((failure) => path.startsWith(failure.pathPrefix));
    const found = this.failures[at];
    if (found === undefined) return null;
    found.left -= 1;
    if (found.left <= 0) this.failures.splice(at, 1);
    return found.response;
  }
}
