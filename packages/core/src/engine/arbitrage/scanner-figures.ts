import { domainError, type DomainError, type DomainErrorCode } from '../../domain/index.ts';
import type { LearnedCost, Scanner } from '../../strategies/index.ts';

/** What the scanner knows of a pair besides the prices of now. */
export interface ScannerFigures {
  readonly latencyReserveBps: number;
  readonly exitSpreadBps: number | null;
  readonly fundingBps: number | null;
  readonly borrowBps: number | null;
  readonly learned: LearnedCost | null;
}

/** Returns what the scanner knows of a pair at a size; null when it does not compare the two, or a book says nothing. */
export function scannerFigures(
  scanner: Scanner,
  pairId: string,
  { qtyBase, nowMs }: { readonly qtyBase: number; readonly nowMs: number },
): ScannerFigures | null {
  const now = scanner.priceNow(pairId, { qtyBase }, nowMs);
  if (now === null) return null;
  const { latencyReserveBps, exitSpreadBps, fundingBps, borrowBps, learnedCostBps, fillProbability } = now.priced;
  const learned =
    learnedCostBps === null || fillProbability === null ? null : { costBps: learnedCostBps, fillProbability };
  return { latencyReserveBps, exitSpreadBps, fundingBps, borrowBps, learned };
}

/** The code of each hard check that a plan does not measure anew by itself. */
const CODES: readonly (readonly [RegExp, DomainErrorCode])[] = [
  [/^(multiplier|max-gross|index-gap|peer-gap|locked-price|crossed)/, 'RISK_ABNORMAL_PROFIT'],
  [/^price-limit/, 'RISK_PRICE_BAND'],
  [/^(trading|halted|instrument)/, 'INSTRUMENT_HALTED'],
];

/** Returns why the data of a pair are not to be believed, whoever wants to trade on them; null when they are. */
export function dataRefusal(scanner: Scanner, pairId: string, nowMs: number): DomainError | null {
  const failed = scanner.checks(pairId, nowMs)?.checks.filter(({ ok, weight }) => !ok && weight === 'hard') ?? [];
  for (const [name, code] of CODES) {
    const check = failed.find((each) => name.test(each.check));
    if (check !== undefined) return domainError(code, `${check.check}: ${check.detail}`, { outcome: 'not-sent' });
  }
  return null;
}
