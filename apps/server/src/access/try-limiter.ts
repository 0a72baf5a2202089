import type { Clock } from '@riptide/core/kernel';

/** How many tries are free, the first wait, and the longest. */
interface TryLimits {
  readonly freeTries: number;
  readonly firstWaitMs: number;
  readonly waitMsMax: number;
}

const ADDRESS_TRIES: TryLimits = { freeTries: 5, firstWaitMs: 1_000, waitMsMax: 15 * 60_000 };
/** All addresses together: guessing from many is slowed to one try in 5 s, and whoever knows the password still gets in. */
export const OVERALL_TRIES: TryLimits = { freeTries: 50, firstWaitMs: 100, waitMsMax: 5_000 };
const FORGET_AFTER_MS = 60 * 60_000;
/** Addresses remembered; over it the one that failed longest ago is forgotten. */
const ADDRESSES_MAX = 10_000;

interface Tries {
  failures: number;
  blockedUntilMs: number;
  lastMs: number;
}

/**
 * Slows down guessing per address: some tries are free (five by default), then every failure doubles the wait (from 1 s to 15 min).
 *
 * A try counts as failed from the moment it begins, so that many at once do not get past the limit.
 */
export class TryLimiter {
  private readonly clock: Clock;
  private readonly limits: TryLimits;
  private readonly byAddress = new Map<string, Tries>();

  constructor(clock: Clock, limits: TryLimits = ADDRESS_TRIES) {
    this.clock = clock;
    this.limits = limits;
  }

  /** Begins a try. Returns 0 when it may go on, else how many ms the address has to wait. */
  begin(address: string): number {
    const nowMs = this.clock.nowMs();
    const key = limiterKey(address);
    const known = this.byAddress.get(key);
    const tries =
      known === undefined || nowMs - known.lastMs > FORGET_AFTER_MS
        ? { failures: 0, blockedUntilMs: 0, lastMs: nowMs }
        : known;
    if (tries.blockedUntilMs > nowMs) return tries.blockedUntilMs - nowMs;
    tries.failures += 1;
    tries.lastMs = nowMs;
    const { freeTries, firstWaitMs, waitMsMax } = this.limits;
    if (tries.failures >= freeTries) {
      tries.blockedUntilMs = nowMs + Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(20, tries.failures - freeTries));
    }
    this.byAddress.delete(key);
    this.byAddress.set(key, tries);
    this.forgetOldest();
    return 0;
  }

  /** Ends a try that was right: the address starts anew. */
  succeed(address: string): void {
    this.byAddress.delete(limiterKey(address));
  }

  /** Takes one try back that was right, where others are counted with it. */
  undo(address: string): void {
    const tries = this.byAddress.get(limiterKey(address));
    if (tries !== undefined) tries.failures = Math.max(0, tries.failures - 1);
  }

  private forgetOldest(): void {
    if (this.byAddress.size <= ADDRESSES_MAX) return;
    const oldest = this.byAddress.keys().next();
    if (oldest.done !== true) this.byAddress.delete(oldest.value);
  }
}

/** Returns what tries are counted by: an IPv4 address, or the /64 network of an IPv6 one, which a single host owns. */
export function limiterKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
