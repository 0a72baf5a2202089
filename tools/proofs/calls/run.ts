import { SPECIFIED_CALLS } from '../../docs/specified/specified-calls.ts';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { PRODUCT_PASSWORD, RunningProduct } from '../product/running-product.ts';
import { sendStep, type Outcome, type Step } from './call-client.ts';
import { walkAccess } from './walk-access.ts';
import { walkAudit, walkOut, walkPlatform } from './walk-platform.ts';
import { walkArbitrage, walkDesk, walkTrading } from './walk-trading.ts';

interface Asked {
  readonly misses: string[];
  ms: number;
}

const READY_WITHIN_MS = 60_000;

const product = await RunningProduct.start('paper');
await until(
  'every part to be ready',
  READY_WITHIN_MS,
  async () => (await product.send('GET', '/readyz')).status === 200,
);
const asked = new Map<string, Asked>();

async function send(step: Step): Promise<Outcome> {
  const startedMs = performance.now();
  let outcome = await sendStep(product, step, SPECIFIED_CALLS);
  if (step.isPatient === true && outcome.status !== 200)
    await until(`200 for ${step.call}`, READY_WITHIN_MS, async () => {
      outcome = await sendStep(product, step, SPECIFIED_CALLS);
      return outcome.status === 200;
    }).catch(() => undefined);
  const entry = asked.get(step.call) ?? { misses: [], ms: 0 };
  entry.ms = Math.max(entry.ms, performance.now() - startedMs);
  entry.misses.push(...outcome.misses);
  asked.set(step.call, entry);
  return outcome;
}

const WALKS: readonly (readonly [name: string, walk: () => Promise<void>])[] = [
  ['access', () => walkAccess(send, product.dataDir, PRODUCT_PASSWORD)],
  ['platform', () => walkPlatform(send)],
  ['desk', () => walkDesk(send)],
  ['arbitrage', () => walkArbitrage(send)],
  ['trading', () => walkTrading(send)],
  ['audit', () => walkAudit(send)],
  ['out', () => walkOut(send)],
];

const broken: ProofRow[] = [];
for (const [name, walk] of WALKS) {
  try {
    await walk();
  } catch (e) {
    // WHY: the other walks still have something to say; this one is a miss of its own.
    broken.push({
      venue: 'product',
      cell: `walk ${name}`,
      misses: [e instanceof Error ? e.message : String(e)],
      ms: 0,
    });
  }
}
await product.stop();

const calls = [...new Set(SPECIFIED_CALLS.map(({ call }) => call))];
const rows = calls.map((call): ProofRow => {
  const { misses = ['was not asked'], ms = 0 } = asked.get(call) ?? {};
  return { venue: 'product', cell: call, misses, ms };
});
process.exitCode = printTable('Every call of the specification', [...rows, ...broken]);
