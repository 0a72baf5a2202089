import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { MarketSource } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';

/** Answers the address a request came from, as plain text. */
const ECHO_URL = 'https://api.ipify.org';
const TIMEOUT_MS = 3_000;
const KEPT_MS = 60_000;

export interface EgressAnswer {
  readonly ip: string | null;
  /** Why it is not known; null when it is. */
  readonly reason: string | null;
}

export interface EgressDeps {
  readonly clock: Clock;
  readonly market: MarketSource;
  /** Fetches a text. @throws Error when that fails or takes longer. */
  readonly fetchText: (url: string, timeoutMs: number) => Promise<string>;
}

/** Finds the address under which venues see this machine. Asks nobody outside unless the market is a real one. */
export class EgressAddress {
  private readonly deps: EgressDeps;
  private askAgainMs = 0;
  private kept: { readonly ip: string; readonly untilMs: number } | null = null;

  constructor(deps: EgressDeps) {
    this.deps = deps;
  }

  /** Returns the address as last known, at once; what is too old is asked for again behind the caller's back. */
  latest(): string | null {
    const { clock } = this.deps;
    const isOld = this.kept === null || clock.nowMs() >= this.kept.untilMs;
    if (isOld && clock.nowMs() >= this.askAgainMs) {
      this.askAgainMs = clock.nowMs() + KEPT_MS;
      void this.ask();
    }
    return this.kept?.ip ?? null;
  }

  async ask(): Promise<EgressAnswer> {
    const { market, clock } = this.deps;
    if (market === 'sim' || market === 'replay') {
      return { ip: null, reason: `MARKET is ${market}: no venue outside this machine sees an address` };
    }
    if (this.kept !== null && clock.nowMs() < this.kept.untilMs) return { ip: this.kept.ip, reason: null };
    let text: string;
    try {
      text = (await this.deps.fetchText(ECHO_URL, TIMEOUT_MS)).trim();
    } catch (e) {
      return {
        ip: null,
        reason: `${new URL(ECHO_URL).hostname} did not answer: ${e instanceof Error ? e.message : String(e)}`,
      };
    }
    if (isIP(text) === 0) return { ip: null, reason: `${new URL(ECHO_URL).hostname} answered no address` };
    this.kept = { ip: text, untilMs: clock.nowMs() + KEPT_MS };
    return { ip: text, reason: null };
  }
}

/** Fetches a text, for `EgressDeps`. */
export async function fetchText(url: string, timeoutMs: number): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.text()).slice(0, 100);
}

/** Returns the first address of this machine that others can reach, IPv4 before IPv6; null without a network. */
export function ownAddress(): string | null {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = all.filter(({ internal }) => !internal);
  return (outside.find(({ family }) => family === 'IPv4') ?? outside[0])?.address ?? null;
}
