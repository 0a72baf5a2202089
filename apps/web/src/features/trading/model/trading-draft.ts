import type { RouteInput, startTrading, TradingStatus, VenueName } from '@riptide/contracts/calls';
import { MANUAL_SYMBOLS } from '../../../shared/manual-symbols.ts';

type TradingMode = TradingStatus['mode'];
export type RiskLevel = TradingStatus['risk_level'];

/** What a start would begin with. */
export interface TradingDraft {
  readonly mode: TradingMode;
  readonly riskLevel: RiskLevel;
  readonly symbols: readonly string[];
  readonly isAutoPick: boolean;
}

/** Gives the settings that the engine has, as the panel edits them. */
export function draftOf(status: TradingStatus): TradingDraft {
  return {
    mode: status.mode,
    riskLevel: status.risk_level,
    symbols: status.symbols,
    isAutoPick: status.auto_pick,
  };
}

/** Says why this can't be started; null when it can. A person who proposes for himself names his symbols. */
export function draftFault({ mode, symbols, isAutoPick }: TradingDraft): string | null {
  if (symbols.length > 0) return null;
  if (mode === 'manual') return 'Choose at least one symbol';
  return isAutoPick ? null : 'Choose at least one symbol, or let the engine pick';
}

/** Gives the body of the start; in manual mode the named symbols alone are watched. */
export function startBody(
  { mode, riskLevel, symbols, isAutoPick }: TradingDraft,
  venue: VenueName,
): RouteInput<typeof startTrading>['body'] {
  return {
    mode,
    venue,
    symbols: [...symbols],
    risk_level: riskLevel,
    auto_pick: mode !== 'manual' && isAutoPick,
  };
}

/** The symbols on offer: those of the specification, and what is chosen beyond them. */
export function offeredSymbols(chosen: readonly string[]): readonly string[] {
  const offered: readonly string[] = MANUAL_SYMBOLS;
  return [...offered, ...chosen.filter((symbol) => !offered.includes(symbol))];
}
