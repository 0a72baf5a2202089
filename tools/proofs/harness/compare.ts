import { join } from 'node:path';
import { decimal, toDecimalString, ZERO, type Fill } from '@riptide/core/domain';
import type { Truth } from '@riptide/venue-sim';
import { readSegment, segmentsOf } from '../../../apps/server/src/storage/journal/read-journal.ts';
import type { EngineBooks } from './engine-protocol.ts';

/** Returns every point in which an engine differs from its venue, in words; nothing is rounded. Empty: equal. */
export function differences(books: EngineBooks, truth: Truth, folder: string): readonly string[] {
  return [
    ...books.view.state.conditions.map(({ kind, text }) => `condition ${kind}: ${text}`),
    ...positionDifferences(books, truth),
    ...moneyDifferences(books, truth),
    ...fillDifferences(truth, folder),
    ...orderDifferences(books, truth),
    ...stopDifferences(truth),
  ];
}

function positionDifferences({ positions }: EngineBooks, truth: Truth): readonly string[] {
  const theirs = Object.fromEntries(truth.positions.map((row) => [String(row['wireSymbol']), String(row['qtyBase'])]));
  const names = new Set([...Object.keys(positions), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => {
    const ours = positions[name] ?? '0';
    const venue = theirs[name] ?? '0';
    return decimal(ours).eq(decimal(venue)) ? [] : [`position ${name} is ${ours} here, ${venue} there`];
  });
}

function moneyDifferences({ cash, realised }: EngineBooks, truth: Truth): readonly string[] {
  const wallet = sum(truth.balances.filter((row) => row['asset'] === 'USDT').map((row) => String(row['total'])));
  const gains = sum(truth.fills.map((row) => String(row['realised'])));
  const found: string[] = [];
  const ours = cash['USDT'] ?? '0';
  if (!decimal(ours).eq(decimal(wallet))) found.push(`cash is ${ours} here, ${wallet} there`);
  const own = realised['USDT'] ?? '0';
  if (!decimal(own).eq(decimal(gains))) found.push(`realised is ${own} here, ${gains} there`);
  return found;
}

function fillDifferences(truth: Truth, folder: string): readonly string[] {
  const found: string[] = [];
  const ours: string[] = [];
  const ids = new Set<string>();
  for (const fill of journalledFills(folder)) {
    const id = `${fill.instrumentId} ${fill.fillId}`;
    // A journal may hold a fill twice when it was told again after a restart; the books count it once.
    if (ids.has(id)) continue;
    ids.add(id);
    ours.push(`${fill.side} ${plain(fill.qtyBase)} at ${plain(fill.px)} fee ${plain(fill.fee)} ${fill.feeAsset}`);
  }
  const theirs = truth.fills.map(
    (row) =>
      `${row['side']} ${plain(row['qtyBase'])} at ${plain(row['px'])} fee ${plain(row['fee'])} ${row['feeAsset']}`,
  );
  for (const text of theirs) {
    const at = ours.indexOf(text);
    if (at < 0) found.push(`fill ${text} is missing here`);
    else ours.splice(at, 1);
  }
  for (const text of ours) found.push(`fill ${text} is unknown there`);
  return found;
}

function journalledFills(folder: string): readonly Fill[] {
  const journal = join(folder, 'journal');
  return segmentsOf(journal).flatMap((name) =>
    readSegment(join(journal, name)).records.flatMap((record) => (record.kind === 'fill' ? [record.fill] : [])),
  );
}

function orderDifferences({ orders }: EngineBooks, truth: Truth): readonly string[] {
  const found: string[] = [];
  const known = new Map(orders.map((order) => [order.clientOrderId, order]));
  const seen = new Set<string>();
  for (const row of truth.orders) {
    if (row['firedOrderId'] !== null) continue;
    const id = String(row['clientId']);
    if (id === '') continue;
    if (seen.has(id)) found.push(`order ${id} exists twice at the venue`);
    seen.add(id);
    const ours = known.get(id);
    const isOpenThere = row['status'] === 'open' || row['status'] === 'untriggered';
    if (ours === undefined) found.push(`order ${id} is unknown here`);
    else if ((ours.state === 'open') !== isOpenThere) {
      found.push(`order ${id} is ${ours.state} here, ${row['status']} there`);
    } else if (!decimal(ours.cumQtyBase).eq(decimal(String(row['cumQtyBase'])))) {
      found.push(`order ${id} is filled ${ours.cumQtyBase} here, ${row['cumQtyBase']} there`);
    }
  }
  for (const { clientOrderId, state } of orders) {
    const isOpen = state === 'open' || state === 'sent' || state === 'unknown';
    if (isOpen && !seen.has(String(clientOrderId)))
      found.push(`order ${clientOrderId} is ${state} here, unknown there`);
  }
  return found;
}

/** Exactly one stop per open position, none without. */
function stopDifferences(truth: Truth): readonly string[] {
  const stops = new Map<string, number>();
  for (const row of truth.orders) {
    if (row['status'] !== 'untriggered') continue;
    const name = String(row['wireSymbol']);
    stops.set(name, (stops.get(name) ?? 0) + 1);
  }
  const open = new Set(truth.positions.map((row) => String(row['wireSymbol'])));
  const found: string[] = [];
  for (const name of open) {
    const count = stops.get(name) ?? 0;
    if (count !== 1) found.push(`position ${name} has ${count} stops at the venue`);
  }
  for (const [name, count] of stops) if (!open.has(name)) found.push(`${count} stops of ${name} without a position`);
  return found;
}

function sum(values: readonly string[]): string {
  return toDecimalString(values.reduce((total, value) => total.plus(decimal(value)), ZERO));
}

function plain(value: unknown): string {
  return toDecimalString(decimal(String(value)));
}
