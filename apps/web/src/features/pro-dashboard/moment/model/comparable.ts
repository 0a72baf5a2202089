import type { FlightMoment } from '@riptide/contracts/calls';

type Tree = Record<string, unknown>;

/** Gives a moment as a tree to compare: what stands in lists is named by what it is, not by its place, and what only tells the time is left out. */
export function comparableOf(moment: FlightMoment): Tree {
  const { books, positions, orders, risk, arms, engines, trades, arbitrages } = moment;
  return {
    books: named(
      books,
      (book) => book.instrument_id,
      ({ at: _at, depth: _depth, book_age_seconds: _age, ...rest }) => rest,
    ),
    positions: named(positions, ({ id }) => id),
    orders: named(orders, ({ order_id: id }) => id),
    risk: risk === null ? null : { ...risk, gates: undefined, conditions: named(risk.conditions, ({ key }) => key) },
    gates: gatesOf(risk),
    arms: named(arms, ({ arm }) => arm),
    engines: named(engines, ({ engine }) => engine),
    trades: named(trades, ({ id }) => id),
    arbitrages: named(arbitrages, ({ id }) => id),
  };
}

function named<T extends object>(
  rows: readonly T[] | null,
  nameOf: (row: T) => string,
  shown: (row: T) => object = (row) => row,
): Tree | null {
  return rows === null ? null : Object.fromEntries(rows.map((row) => [nameOf(row), shown(row)]));
}

function gatesOf(risk: FlightMoment['risk']): Tree | null {
  if (risk === null) return null;
  return Object.fromEntries(
    risk.gates.map(({ of, gates }) => [
      of,
      named(gates, ({ gate, venue }) => (venue === null ? gate : `${gate} ${venue}`)),
    ]),
  );
}
