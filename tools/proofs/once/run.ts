import { randomUUID } from 'node:crypto';
import { request, type ClientRequest } from 'node:http';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { RunningProduct, type Json } from '../product/running-product.ts';

/** `npm run prove -- once`: an order that is given again and again under its key trades once, whatever breaks in between. */
const READY_WITHIN_MS = 120_000;
const ANSWERED_WITHIN_MS = 60_000;
const TWINS = 8;
/** The server dies so long after the order was sent off, ms. */
const DEATHS_MS = [0, 5, 30, 150];
const PATH = '/api/trading/order/execute';
/** In turn: only so many orders may be added to a position. In whole lots: of an amount in USD, a dear lot may leave too little at some prices. */
const WISHES = [
  { symbol: 'BTCUSDT', qty: 0.003 },
  { symbol: 'ETHUSDT', qty: 0.05 },
  { symbol: 'SOLUSDT', qty: 1 },
];

interface Given {
  readonly status: number;
  readonly isRepeat: boolean;
  readonly body: string;
}

const product = await RunningProduct.start('live');
const rows: ProofRow[] = [];

function isReady(): Promise<boolean> {
  return fetch(`${product.url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A new order, as a preview that may be carried out. */
async function preview(): Promise<Json> {
  const wish = {
    venue: 'BINANCE',
    market: 'perp',
    side: 'BUY',
    type: 'market',
    ...WISHES[rows.length % WISHES.length],
  };
  let answer: Json = {};
  const passes = async (): Promise<boolean> => {
    answer = await product.api('/api/trading/order/preview', wish);
    return answer['verdict'] === 'PASS';
  };
  await until('a preview that passes', READY_WITHIN_MS, passes).catch((e: unknown) => {
    throw new Error(`${String(e)}: ${JSON.stringify(answer).slice(0, 500)}`);
  });
  return { preview_id: answer['preview_id'] };
}

/** Gives a command under a key. Rejects when the connection breaks. */
function give(order: Json, key: string, onSent: (sent: ClientRequest) => void = () => undefined): Promise<Given> {
  const body = JSON.stringify(order);
  const headers = { cookie: product.session, 'content-type': 'application/json', 'idempotency-key': key };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${product.url}${PATH}`,
      { method: 'POST', headers, timeout: ANSWERED_WITHIN_MS },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        const isRepeat = answer.headers['idempotency-replayed'] === 'true';
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, isRepeat, body: text }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.end(body, () => onSent(sent));
  });
}

/** Gives it until somebody answers. */
async function giveAgain(order: Json, key: string): Promise<Given> {
  let given: Given | null = null;
  await until('an answer', READY_WITHIN_MS, async () => {
    given = await give(order, key).catch(() => null);
    return given !== null && given.status !== 503;
  });
  if (given === null) throw new Error('Invariant: waited for');
  return given;
}

/** How many orders to buy the venue itself knows; the stops behind them sell. */
async function ordersAtVenue(): Promise<number> {
  const { orders } = (await product.truth('BINANCE')) as { readonly orders: readonly { readonly side: string }[] };
  return orders.filter(({ side }) => side === 'BUY').length;
}

async function cell(name: string, play: () => Promise<readonly string[]>): Promise<void> {
  const startedMs = Date.now();
  await until('the product to be ready', READY_WITHIN_MS, isReady);
  const misses = await play().catch((e: unknown) => [e instanceof Error ? e.message : String(e)]);
  rows.push({ venue: 'product', cell: name, misses, ms: Date.now() - startedMs });
  console.log(`${name}: ${misses.length === 0 ? 'held' : misses.join(' | ')}`);
}

const expectThat = (holds: boolean, miss: string): readonly string[] => (holds ? [] : [miss]);

await cell('eight at once', async () => {
  const [order, key, before] = [await preview(), randomUUID(), await ordersAtVenue()];
  const all = await Promise.all(Array.from({ length: TWINS }, () => give(order, key)));
  const more = (await ordersAtVenue()) - before;
  return [
    ...expectThat(more === 1, `${more} orders at the venue`),
    ...expectThat(new Set(all.map(({ body }) => body)).size === 1, 'answers differ'),
    ...expectThat(all.filter(({ isRepeat }) => !isRepeat).length === 1, 'not one first answer'),
  ];
});

await cell('connection broken, then again', async () => {
  const [order, key, before] = [await preview(), randomUUID(), await ordersAtVenue()];
  await give(order, key, (sent) => setTimeout(() => sent.destroy(), 2)).catch(() => null);
  const again = await giveAgain(order, key);
  const more = (await ordersAtVenue()) - before;
  return [
    ...expectThat(more === 1, `${more} orders at the venue`),
    ...expectThat(again.status === 200, `answered ${again.status} ${again.body.slice(0, 200)}`),
  ];
});

for (const afterMs of DEATHS_MS) {
  await cell(`server killed ${afterMs} ms after it was sent, then again`, async () => {
    const [order, key, before] = [await preview(), randomUUID(), await ordersAtVenue()];
    const kill = (): void => void process.kill(product.pidOf('server'), 'SIGKILL');
    const first = give(order, key, () => setTimeout(kill, afterMs)).catch(() => null);
    await first;
    const again = await giveAgain(order, key);
    const more = (await ordersAtVenue()) - before;
    console.log(`  ${(await first)?.status ?? 'no answer'}, then ${again.status}; ${more} orders`);
    return [
      ...expectThat(more <= 1, `${more} orders at the venue`),
      // An order that the venue has is never told as refused, and one that is told as carried out is there.
      ...expectThat(more === 0 || again.status === 200 || again.status === 504, `there, and told ${again.status}`),
      ...expectThat(more === 1 || again.status !== 200, 'told as carried out, and not there'),
    ];
  });
}

await product.stop();
process.exitCode = printTable('One order under one key', rows);
