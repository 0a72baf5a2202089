import { BRACKET_BPS, getRisk, LAUNCHER_DEFAULTS } from '@riptide/contracts/calls';
import { useCall } from '../use-call.ts';

const GUARD_INTERVAL_MS = 15_000;

export interface UsualBracket {
  /** As they would be typed, bps. */
  readonly tpBps: string;
  readonly slBps: string;
}

/** What a form starts with while the guard is not known: its own defaults. */
export const FIRST_BRACKET: UsualBracket = {
  tpBps: String(LAUNCHER_DEFAULTS.tp_bps),
  slBps: String(LAUNCHER_DEFAULTS.sl_bps),
};

/** Gives the bracket of a pair for which none is typed: take profit and stop loss of the risk guard, within what a bracket takes. */
export function useUsualBracket(): UsualBracket {
  const guard = useCall(getRisk, { intervalMs: GUARD_INTERVAL_MS }).data?.config;
  const text = (bps: number): string => String(Math.min(bps, BRACKET_BPS.max));
  return guard === undefined ? FIRST_BRACKET : { tpBps: text(guard.tp_bps), slBps: text(guard.sl_bps) };
}
