import type { Snipe } from '../../domain/index.ts';
import type { GuardRules } from './guard-rules.ts';
import type { PasSettings } from './pas-settings.ts';
import { shown } from './shown.ts';

export interface ReentryRequest {
  /** Newest closed trade of the symbol and side in the cascade that still runs; null for the first one. */
  readonly previous: Snipe | null;
  /** Trades of the symbol and side in this cascade after its first one. */
  readonly attempts: number;
  /** What the chosen arm would earn at its target after costs. */
  readonly netBps: number;
  readonly guard: GuardRules;
  readonly settings: Pick<PasSettings, 'minNetBps'>;
  readonly nowMs: number;
}

/** `first`: there was no trade before. `no` stays out, `propose` asks a person, `execute` trades. */
export type Reentry =
  { readonly kind: 'first' } | { readonly kind: 'no' | 'propose' | 'execute'; readonly reason: string };

/** Says whether a cascade that was traded already may be traded again, by the rules of the risk guard. */
export function judgeReentry({ previous, attempts, netBps, guard, settings, nowMs }: ReentryRequest): Reentry {
  if (previous === null) return { kind: 'first' };
  const no = (reason: string): Reentry => ({ kind: 'no', reason });
  if (!guard.reentryEnable) return no('re-entries are off');
  if (previous.closedMs === null) return no('the last trade is not closed');
  if (attempts >= guard.reentryMaxAttempts) return no(`all ${guard.reentryMaxAttempts} re-entries are made`);
  const sinceS = (nowMs - previous.closedMs) / 1_000;
  if (!(sinceS >= guard.reentryCooldownSec)) {
    return no(`${shown(sinceS)} s since the last trade, less than ${shown(guard.reentryCooldownSec)} s`);
  }
  const neededBps = settings.minNetBps + guard.reentryEdgeBufferBps;
  if (!(netBps > neededBps)) return no(`edge ${shown(netBps)} bps, not more than ${shown(neededBps)} bps`);
  const reason = `re-entry ${attempts + 1} of ${guard.reentryMaxAttempts}, edge ${shown(netBps)} bps`;
  return { kind: guard.reentryAutoExecute ? 'execute' : 'propose', reason };
}
