import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isVenue, VENUES } from '@riptide/core/domain';
import { settledWithin } from '../harness/venue-lab.ts';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { OrderStream } from './order-stream.ts';
import { RunningProduct, type Json } from './running-product.ts';

const SETTLE_WITHIN_MS = 40_000;
const ORDERS_BEFORE = 6;

const words = process.argv.slice(2);
const venues = words.some(isVenue) ? words.filter(isVenue) : VENUES;
const product = await RunningProduct.start();
const rows: ProofRow[] = [];

/** Runs one disturbance under a stream of orders, then compares every venue with the API. */
async function cell(name: string, disturb: (stream: OrderStream) => Promise<readonly string[]>): Promise<void> {
  const startedMs = Date.now();
  const stream = new OrderStream(product, venues);
  const misses: string[] = [];
  try {
    stream.start();
    await taken(stream, ORDERS_BEFORE, 60_000);
    misses.push(...(await disturb(stream)));
    await taken(stream, stream.answers.taken + ORDERS_BEFORE, SETTLE_WITHIN_MS);
  } catch (e) {
    misses.push(`${e instanceof Error ? e.message : String(e)}; last refusal: ${stream.answers.lastRefusal}`);
  }
  await stream.stop();
  misses.push(...(await settledWithin(SETTLE_WITHIN_MS, differences)));
  const { taken: count, refused, unanswered } = stream.answers;
  console.log(`${name}: ${count} orders taken, ${refused} refused, ${unanswered} calls without an answer`);
  rows.push({ venue: 'product', cell: name, misses, ms: Date.now() - startedMs });
}

function taken(stream: OrderStream, count: number, withinMs: number): Promise<void> {
  return until(`${count} orders to be taken`, withinMs, () => stream.answers.taken >= count);
}

/** The positions the API shows are the venues', no client order id stands twice, every position has one stop. */
async function differences(): Promise<readonly string[]> {
  const answer = await product.api('/api/trading/positions');
  const shown = (answer['positions'] ?? []) as readonly Json[];
  const found: string[] = [];
  for (const venue of venues) {
    const truth = await product.truth(venue);
    const ours = shown.filter((row) => row['venue'] === venue);
    const theirs = (truth['positions'] ?? []) as readonly Json[];
    const text = (rowsOf: readonly Json[], key: string): string =>
      rowsOf
        .map((row) => Math.abs(Number(row[key])))
        .sort((a, b) => a - b)
        .join(' ');
    const [here, there] = [text(ours, QTY_KEY), text(theirs, 'qty_base')];
    if (here !== there) found.push(`${venue}: positions ${here || 'none'} here, ${there || 'none'} there`);
    found.push(...orderFaults(venue, truth, theirs.length));
  }
  return found;
}

const QTY_KEY = 'size';

function orderFaults(venue: string, truth: Json, positions: number): readonly string[] {
  const orders = ((truth['orders'] ?? []) as readonly Json[]).filter((row) => row['fired_order_id'] === null);
  const ids = orders.map((row) => row['client_id']).filter((id) => id !== '');
  const stops = orders.filter((row) => row['status'] === 'untriggered').length;
  const found: string[] = [];
  if (new Set(ids).size !== ids.length) found.push(`${venue}: a client order id stands twice`);
  if (stops !== positions) found.push(`${venue}: ${stops} stops for ${positions} positions`);
  return found;
}

await cell('server killed', async () => {
  const engine = product.pidOf('engine');
  process.kill(product.pidOf('server'), 'SIGKILL');
  await until('the server to be back', SETTLE_WITHIN_MS, async () => {
    try {
      return (await fetch(`${product.url}/readyz`)).ok;
    } catch {
      // house-ok: nobody listens while it starts
      return false;
    }
  });
  return product.pidOf('engine') === engine ? [] : ['the engine was restarted as well'];
});

await cell('engine killed', async () => {
  process.kill(product.pidOf('engine'), 'SIGKILL');
  return [];
});

await cell('trading.db locked', async (stream) => {
  const database = new Database(join(product.dataDir, 'trading.db'), { timeout: 5_000 });
  database.exec('BEGIN EXCLUSIVE');
  const before = stream.answers.taken;
  await taken(stream, before + ORDERS_BEFORE, SETTLE_WITHIN_MS);
  database.exec('ROLLBACK');
  database.close();
  return [];
});

await product.stop();
process.exit(printTable('Product: processes killed and the database locked while orders run', rows));
