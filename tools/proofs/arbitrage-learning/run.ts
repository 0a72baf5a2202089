import { loadavg } from 'node:os';
import { calibrate, type Outcome } from '../../../packages/core/src/strategies/arbitrage/learning/calibration.ts';
import type { PlantedOptions } from '../../../packages/core/src/strategies/arbitrage/learning/planted-venues.fixture.ts';
import { brierOf, meanOf, playMarket, scoreOf, type Course } from './play-market.ts';
import { playExecutor } from './play-executor.ts';
import { learned, meanPerPair, noLearning, oneMean, theTruth } from './rules.ts';

/** WHY: the learner's numbers were chosen on lower seeds. */
const FIRST_SEED = 970_000;
const LEARNER = 'the learner';
const PLAIN = 'no learning';

/** `npm run prove -- arbitrage-learning [--seeds N] [--trades N]`: predicted net against realised net, before learning and with it. */
async function main(): Promise<void> {
  const seeds = option('seeds', 5);
  const trades = option('trades', 1_000);
  say(
    `arbitrage-learning: ${seeds} seeds, ${trades} executed trades each, Node ${process.version}, load ${loadavg()[0]}`,
  );
  const half = Math.floor(trades / 2);
  const faults = [
    ...judge('planted slippage, delay and fills', play(seeds, trades, {}), SECOND_HALF),
    ...judge(
      'the same, and slippage changes for good at half time',
      play(seeds, trades, { changesAt: half }),
      LAST_QUARTER,
    ),
    ...judge(
      'the same, and 15 % of the edge beyond 8 bps is never there',
      play(seeds, trades, { curseFrac: 0.15 }),
      SECOND_HALF,
    ),
  ];
  faults.push(...(await judgeExecutor(seeds, trades)));
  for (const fault of faults) say(`FAILED: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** The part of a course by which a rule is judged after it has learned. */
interface Late {
  readonly name: string;
  readonly fromFrac: number;
}
const SECOND_HALF: Late = { name: '2nd half', fromFrac: 0.5 };
const LAST_QUARTER: Late = { name: 'last quarter', fromFrac: 0.75 };

/** By rule, one course a seed. */
type Played = ReadonlyMap<string, readonly Course[]>;

function play(seeds: number, trades: number, kind: Omit<PlantedOptions, 'seed'>): Played {
  const played = new Map<string, Course[]>();
  for (let seed = 1; seed <= seeds; seed += 1) {
    const rules = [noLearning(), oneMean(), meanPerPair(), learned(), theTruth()];
    for (const course of playMarket(rules, trades, { ...kind, seed: FIRST_SEED + seed })) {
      played.set(course.rule, [...(played.get(course.rule) ?? []), course]);
    }
  }
  return played;
}

function judge(title: string, played: Played, late: Late): readonly string[] {
  say(`\n${title}: realised less predicted, bps; mean over seeds (range)\n`);
  const heads = ['mean error', 'mean size of error', 'calibration gap', 'Brier of fills'].map(
    (head) => `${head}, ${late.name}`,
  );
  say(`| rule | mean error, all | ${heads.join(' | ')} |`);
  say('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [rule, courses] of played) {
    const lateScores = courses.map(({ trades }) => scoreOf(lateOf(trades, late)));
    const cells = [
      courses.map(({ trades }) => scoreOf(trades).meanErrorBps),
      lateScores.map(({ meanErrorBps }) => meanErrorBps),
      lateScores.map(({ meanAbsErrorBps }) => meanAbsErrorBps),
      lateScores.map(({ calibrationBps }) => calibrationBps),
    ].map((values) => ranged(values, 2));
    say(
      `| ${rule} | ${cells.join(' | ')} | ${ranged(
        courses.map(({ fills }) => brierOf(lateOf(fills, late))),
        3,
      )} |`,
    );
  }
  sayClasses(played, late);
  return faultsOf(title, played, late);
}

/** The same with the real executor, its gates, repairs and journal, and the samples that its learning desk wrote. */
async function judgeExecutor(seeds: number, trades: number): Promise<readonly string[]> {
  say(
    '\nthe real executor on two matching venues with planted slippage, delay and fills: realised less predicted, bps, 2nd half\n',
  );
  say(
    '| seed | mean error before | with learning | size before | with learning | gap before | with learning | no pair |',
  );
  say('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  const faults: string[] = [];
  const all: Outcome[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { outcomes, broken } = await playExecutor(trades, FIRST_SEED + seed);
    const after = lateOf(outcomes, SECOND_HALF);
    all.push(...after);
    const before = scoreOf(after);
    const learning = scoreOf(after.map((each) => ({ ...each, predictedBps: each.learnedBps ?? each.predictedBps })));
    const cells = (['meanErrorBps', 'meanAbsErrorBps', 'calibrationBps'] as const).flatMap((figure) => [
      before[figure].toFixed(2),
      learning[figure].toFixed(2),
    ]);
    say(`| ${seed} | ${cells.join(' | ')} | ${broken} |`);
    if (Math.abs(learning.meanErrorBps) > 0.75)
      faults.push(`executor, seed ${seed}: mean error ${learning.meanErrorBps}`);
    if (learning.meanAbsErrorBps >= before.meanAbsErrorBps) faults.push(`executor, seed ${seed}: no smaller errors`);
    if (learning.calibrationBps > before.calibrationBps / 2) faults.push(`executor, seed ${seed}: gap not halved`);
  }
  say('\n| predicted class | trades | predicted | with learning | realised |\n| --- | ---: | ---: | ---: | ---: |');
  for (const { fromBps, toBps, trades: count, predictedBps, learnedBps, realisedBps } of calibrate(all)) {
    const figures = [predictedBps, learnedBps ?? Number.NaN, realisedBps].map((value) => value.toFixed(1));
    say(`| ${bound(fromBps)} to ${bound(toBps)} | ${count} | ${figures.join(' | ')} |`);
  }
  return faults;
}

function sayClasses(played: Played, late: Late): void {
  say('\n| predicted class | rule | trades | predicted | realised |\n| --- | --- | ---: | ---: | ---: |');
  for (const rule of [PLAIN, LEARNER]) {
    const trades = coursesOf(played, rule).flatMap((course) => lateOf(course.trades, late));
    for (const each of calibrate(trades.map((trade) => ({ ...trade, learnedBps: null })))) {
      say(
        `| ${bound(each.fromBps)} to ${bound(each.toBps)} | ${rule} | ${each.trades} | ${each.predictedBps.toFixed(1)} | ${each.realisedBps.toFixed(1)} |`,
      );
    }
  }
}

function faultsOf(title: string, played: Played, late: Late): readonly string[] {
  const faults: string[] = [];
  const plain = coursesOf(played, PLAIN);
  coursesOf(played, LEARNER).forEach((course, at) => {
    const before = scoreOf(lateOf(plain[at]?.trades ?? [], late));
    const after = scoreOf(lateOf(course.trades, late));
    if (Math.abs(after.meanErrorBps) > 0.75) faults.push(`${title}, seed ${at + 1}: mean error ${after.meanErrorBps}`);
    if (after.meanAbsErrorBps >= before.meanAbsErrorBps) faults.push(`${title}, seed ${at + 1}: no smaller errors`);
    if (after.calibrationBps > before.calibrationBps / 2) faults.push(`${title}, seed ${at + 1}: gap not halved`);
    if (brierOf(course.fills) >= brierOf(plain[at]?.fills ?? [])) faults.push(`${title}, seed ${at + 1}: fills`);
  });
  return faults;
}

function coursesOf(played: Played, rule: string): readonly Course[] {
  return played.get(rule) ?? [];
}

function lateOf<T>(values: readonly T[], { fromFrac }: Late): readonly T[] {
  return values.slice(Math.floor(values.length * fromFrac));
}

function ranged(values: readonly number[], digits: number): string {
  return `${meanOf(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
}

function bound(bps: number): string {
  return Math.abs(bps) >= 10_000 ? '…' : String(bps);
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number over 0, not ${process.argv[at + 1]}`);
  return value;
}

function say(text: string): void {
  console.log(text);
}

await main();
