import { LEG_FILLS, VENUES, type LegFill, type Sequencing, type Venue } from '@riptide/core/domain';

/** What goes wrong beside the outcome of the first orders. */
export const MATRIX_FAULTS = ['none', 'lost answer', 'timeout', 'reject', 'crash'] as const;
export type MatrixFault = (typeof MATRIX_FAULTS)[number];

export type LegMarket = 'perp' | 'spot';

/** Where the legs of a run are. */
export interface MatrixPair {
  readonly buy: Venue;
  readonly sell: Venue;
  readonly buyMarket: LegMarket;
  readonly sequencing: Sequencing;
}

/** One run: outcomes of both first orders, what goes wrong, and where. */
export interface MatrixCell {
  readonly pair: MatrixPair;
  readonly buy: LegFill;
  readonly sell: LegFill;
  readonly fault: MatrixFault;
  /** Turns what has several shapes: when it dies, what a lost order did, how long a silence lasts. */
  readonly turn: number;
}

/** The sixteen cells of the matrix, buy first. */
export const MATRIX: readonly (readonly [LegFill, LegFill])[] = LEG_FILLS.flatMap((buy) =>
  LEG_FILLS.map((sell) => [buy, sell] as const),
);

const PAIRS: readonly MatrixPair[] = VENUES.flatMap((buy) =>
  VENUES.filter((sell) => sell !== buy).map(
    (sell) => ({ buy, sell, buyMarket: 'perp', sequencing: 'parallel' }) as const,
  ),
);
const hasFirst = ({ buy, sell }: MatrixPair): boolean => buy === VENUES[0] || sell === VENUES[0];
const OTHERS = PAIRS.filter((pair) => !hasFirst(pair));

/** Every ordered pair of two venues, perp against perp; those of the first venue, whose limit is the tightest, alternate with the others. */
export const FUTURES_PAIRS: readonly MatrixPair[] = PAIRS.filter(hasFirst).flatMap((pair, at) => [
  pair,
  ...OTHERS.slice(at, at + 1),
]);

/** One pair each for spot against perp, and for the other two sequences. */
export const OTHER_PAIRS: readonly MatrixPair[] = [
  { buy: 'BINANCE', sell: 'BYBIT', buyMarket: 'spot', sequencing: 'parallel' },
  { buy: 'OKX', sell: 'KUCOIN', buyMarket: 'perp', sequencing: 'thin-first' },
  { buy: 'BYBIT', sell: 'BINANCE', buyMarket: 'perp', sequencing: 'maker-taker' },
];

/** Returns the runs of a pair; a leg that goes second has no order where the first got nothing. */
export function cellsOf(pair: MatrixPair, at: number): readonly MatrixCell[] {
  return MATRIX.flatMap(([buy, sell], row) =>
    MATRIX_FAULTS.map((fault, column) => ({ pair, buy, sell, fault, turn: at + row + column })),
  );
}

export function nameOfPair({ buy, sell, buyMarket, sequencing }: MatrixPair): string {
  const legs = `${buy}${buyMarket === 'spot' ? ' spot' : ''}>${sell}`;
  return sequencing === 'parallel' ? legs : `${legs} ${sequencing}`;
}
