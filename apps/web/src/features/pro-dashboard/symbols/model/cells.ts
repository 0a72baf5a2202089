import type { SymbolAtVenue, VenueName, validateSymbols, RouteOutput } from '@riptide/contracts/calls';

type Validation = RouteOutput<typeof validateSymbols>;

export interface MatrixRow {
  readonly symbol: string;
  readonly at: Partial<Record<VenueName, SymbolAtVenue>>;
  /** Pairs of venues that list different coins under this ticker. */
  readonly otherCoins: NonNullable<Validation['other_coins']>[string];
}

/** What a cell shows: a tick, a warning with its reason, or the reason why there is nothing. */
export interface CellLook {
  readonly kind: 'ok' | 'warning' | 'none';
  readonly text: string;
}

/** Gives the rows in the order they were asked for; a symbol without an answer keeps its row. */
export function matrixRows(symbols: readonly string[], validation: Validation): MatrixRow[] {
  return symbols.map((symbol) => ({
    symbol,
    at: validation.matrix[symbol] ?? {},
    otherCoins: validation.other_coins?.[symbol] ?? [],
  }));
}

/** Tells what one symbol is at one venue; a symbol unsupported there shows its reason, or n/a. */
export function lookOfCell(cell: SymbolAtVenue | undefined): CellLook {
  if (cell === undefined || !cell.supported) return { kind: 'none', text: cell?.reason ?? 'n/a' };
  if (cell.can_trade_100usdt === true) return { kind: 'ok', text: 'tradeable with 100 USDT' };
  const unknown = cell.can_trade_100usdt === null ? 'no price yet' : 'not tradeable with 100 USDT';
  return { kind: 'warning', text: cell.reason ?? unknown };
}

/** Gives the largest of a figure over the venues that list the symbol; null where none tells it. */
export function largestOf(row: MatrixRow, figure: 'qty_for_100usdt' | 'min_cost'): number | null {
  const known = Object.values(row.at).flatMap((cell) => {
    const value = cell[figure];
    return cell.supported && value !== null ? [value] : [];
  });
  return known.length === 0 ? null : Math.max(...known);
}
