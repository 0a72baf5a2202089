import { loadavg } from 'node:os';
import { GATES } from '@riptide/core/domain';
import { buildGateWorld, deskOf, type GateWorld } from './gates/gate-world.ts';
import { PLAIN_FIGURES, plainGates } from './gates/plain-gates.ts';
import { quantile } from './harness.ts';

/**
 * What it costs to judge one order: its quantities put on the venue's steps, the figures of four accounts gathered, all gates asked and
 * their words kept, against as many bare comparisons of numbers. The books move between two orders.
 */
const ROUNDS = 300;
const ORDERS = 10;
/** The comparisons are too short to be timed one by one. */
const PLAIN = 2_000;
const WARM_UPS = 200;

interface Round {
  readonly judgedUs: readonly number[];
  readonly plainNs: number;
}

let sunk = 0;

function judgeRound({ core, intent, instrument, move }: GateWorld): readonly number[] {
  const desk = deskOf(core, instrument.venue);
  const judgedUs: number[] = [];
  for (let nth = 0; nth < ORDERS; nth += 1) {
    move();
    const startNs = process.hrtime.bigint();
    const { gates, approved } = core.orders.judge(intent, instrument, desk);
    judgedUs.push(Number(process.hrtime.bigint() - startNs) / 1_000);
    if (gates.length !== GATES.length || approved === null) {
      throw new Error(`Invariant: ${JSON.stringify(gates.filter(({ ok }) => !ok))}`);
    }
    sunk += gates.length;
  }
  return judgedUs;
}

function plainRound(): number {
  const startNs = process.hrtime.bigint();
  for (let nth = 0; nth < PLAIN; nth += 1) sunk += plainGates(PLAIN_FIGURES, nth);
  return Number(process.hrtime.bigint() - startNs) / PLAIN;
}

async function main(): Promise<void> {
  const world = await buildGateWorld();
  const rounds: Round[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    // Each goes first in every other round.
    const first = round % 2 === 0 ? plainRound() : null;
    const judgedUs = judgeRound(world);
    const plainNs = first ?? plainRound();
    if (round >= 0) rounds.push({ judgedUs, plainNs });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const judged = rounds.flatMap(({ judgedUs }) => judgedUs);
  const plain = rounds.map(({ plainNs }) => plainNs);
  const ratios = rounds.map(({ judgedUs, plainNs }) => (quantile(judgedUs, 0.5) * 1_000) / plainNs);
  const figures = {
    judgedP50Us: quantile(judged, 0.5),
    judgedP99Us: quantile(judged, 0.99),
    plainP50Ns: quantile(plain, 0.5),
    ratio: quantile(ratios, 0.5),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
  };
  if (sunk === 0) throw new Error('Invariant: nothing was judged');
  process.stdout.write(
    `\ngates: one order judged by ${GATES.length} gates, ${judged.length} orders in ${ROUNDS} rounds\n`,
  );
  process.stdout.write(
    '| quantised, gathered, judged p50 µs | p99 µs | bare comparisons ns | ratio | min..max |\n|---:|---:|---:|---:|---:|\n',
  );
  process.stdout.write(
    `| ${figures.judgedP50Us.toFixed(1)} | ${figures.judgedP99Us.toFixed(1)} | ${figures.plainP50Ns.toFixed(1)} | ${figures.ratio.toFixed(0)} | ${figures.ratioMin.toFixed(0)}..${figures.ratioMax.toFixed(0)} |\n`,
  );
  process.stdout.write(
    `${JSON.stringify({ title: 'gates', node: process.version, load: loadavg()[0], ...figures })}\n`,
  );
}

await main();
