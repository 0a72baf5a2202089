import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import {
  FADE_EARNS,
  FOLLOW_EARNS,
  NO_EDGE,
} from '../../../packages/core/src/strategies/oraculis/planted-problem.fixture.ts';
import { playProblem, type Course, type Problem } from './play-problem.ts';
import { regretFigure } from './regret-figure.ts';

/** WHY: the learner's numbers were chosen on lower seeds. */
const FIRST_SEED = 500_000;
const BEST_BPS = 18;
const FLIP_AT = 600;
const WARM_UP = 200;
const WINDOW = 50;
const ORACULIS = 'Oraculis (quarter width, certainty)';
const FIGURE = 'docs/images/oraculis-regret.svg';

const STEADY: Problem = { name: 'steady', decisions: 1_600, meanBps: FADE_EARNS, bestFixedBps: () => BEST_BPS };
const FLIP: Problem = {
  name: 'flip',
  decisions: 1_200,
  meanBps: (armId, context, at) => (at < FLIP_AT ? FADE_EARNS : FOLLOW_EARNS)(armId, context, at),
  bestFixedBps: () => BEST_BPS,
};
const NONE: Problem = { name: 'no edge', decisions: 600, meanBps: NO_EDGE, bestFixedBps: () => 0 };
const ZERO: Problem = { name: 'exactly zero', decisions: 600, meanBps: () => 0, bestFixedBps: () => 0 };

/** `npm run prove -- oraculis [--seeds N] [--figure 1]`: compares rules of choosing on planted problems. */
function main(): void {
  const seeds = option('seeds', 20);
  say(`oraculis: ${seeds} seeds, 36 arms, 10 features, noise 45 bps, Node ${process.version}, load ${loadavg()[0]}`);
  const steady = play(STEADY, seeds);
  const flip = play(FLIP, seeds);
  const none = play(NONE, seeds);
  const zero = play(ZERO, seeds);
  const faults: string[] = [];
  const exponent = exponentOf(meanCurve(coursesOf(steady, ORACULIS)));
  say(`steady: regret of Oraculis grows as decisions ^ ${exponent.toFixed(2)} (fit over decisions 200 to 1600)`);
  if (exponent >= 0.9) faults.push('regret is not sublinear');
  for (const rival of ['epsilon-greedy, 10 %', 'random']) {
    const won = coursesOf(steady, ORACULIS).filter((course, ix) => endOf(course) < endOf(coursesOf(steady, rival)[ix]));
    say(`steady: less regret than ${rival} on ${won.length} of ${seeds} seeds`);
    if (won.length < seeds) faults.push(`not better than ${rival} on every seed`);
  }
  const recovered = coursesOf(flip, ORACULIS)
    .map(recoveryOf)
    .toSorted((a, b) => a - b);
  say(
    `flip: back at 80 % of the level before after ${recovered[Math.floor(seeds / 2)]} decisions (median), ${recovered.at(-1)} (worst)`,
  );
  if (!Number.isFinite(recovered.at(-1))) faults.push('no recovery on some seed');
  for (const courses of [none, zero]) {
    const shares = coursesOf(courses, ORACULIS).map(({ abstained }) => meanOf(abstained.subarray(WARM_UP)));
    const name = courses === none ? NONE.name : ZERO.name;
    say(
      `${name}: abstains in ${percent(meanOf(shares))} after ${WARM_UP} decisions, least on a seed ${percent(Math.min(...shares))}`,
    );
    if (courses === none && Math.min(...shares) < 0.9) faults.push('abstains too seldom without an edge');
  }
  if (option('figure', 0) === 1) writeFigure(steady);
  for (const fault of faults) say(`FAILED: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

type Played = ReadonlyMap<string, readonly Course[]>;

function play(problem: Problem, seeds: number): Played {
  const played = new Map<string, Course[]>();
  for (let seed = 1; seed <= seeds; seed += 1) {
    for (const [name, course] of playProblem(problem, FIRST_SEED + seed)) {
      played.set(name, [...(played.get(name) ?? []), course]);
    }
  }
  if (problem === ZERO) return played;
  say(`\n| ${problem.name}, ${problem.decisions} decisions | regret bps | range over seeds |\n| --- | ---: | ---: |`);
  for (const [name, courses] of played) {
    const ends = courses.map(endOf);
    say(
      `| ${name} | ${meanOf(ends).toFixed(0)} | ${Math.min(...ends).toFixed(0)} to ${Math.max(...ends).toFixed(0)} |`,
    );
  }
  say('');
  return played;
}

function coursesOf(played: Played, name: string): readonly Course[] {
  return played.get(name) ?? [];
}

function endOf(course: Course | undefined): number {
  return course?.regretBps.at(-1) ?? Number.NaN;
}

function meanCurve(courses: readonly Course[]): readonly number[] {
  return Array.from(courses[0]?.regretBps ?? [], (_, at) => meanOf(courses.map(({ regretBps }) => regretBps[at] ?? 0)));
}

/** Returns the slope of log regret on log decisions, by least squares over points evenly spaced in log. */
function exponentOf(curve: readonly number[]): number {
  const points = Array.from({ length: 40 }, (_, ix) => Math.round(WARM_UP * (curve.length / WARM_UP) ** (ix / 39)));
  const xs = points.map((at) => Math.log(at));
  const ys = points.map((at) => Math.log(curve[at - 1] ?? Number.NaN));
  const xMean = meanOf(xs);
  const yMean = meanOf(ys);
  const both = xs.reduce((sum, x, ix) => sum + (x - xMean) * ((ys[ix] ?? 0) - yMean), 0);
  return both / xs.reduce((sum, x) => sum + (x - xMean) ** 2, 0);
}

/** Returns after how many decisions the mean of a window is back at 80 % of the window before the flip. */
function recoveryOf({ meanBps }: Course): number {
  const before = meanOf(meanBps.subarray(FLIP_AT - 200, FLIP_AT));
  for (let end = FLIP_AT + WINDOW; end <= meanBps.length; end += 1) {
    if (meanOf(meanBps.subarray(end - WINDOW, end)) >= 0.8 * before) return end - FLIP_AT;
  }
  return Number.POSITIVE_INFINITY;
}

function writeFigure(played: Played): void {
  const names = [ORACULIS, 'LinUCB, width 1', 'epsilon-greedy, 10 %', 'LinUCB, chosen arm only'];
  const lines = names.map((name) => ({
    name,
    points: meanCurve(coursesOf(played, name))
      .map((regret, at) => [at + 1, regret] as const)
      .filter(([at]) => at % 20 === 0),
  }));
  writeFileSync(FIGURE, regretFigure('Cumulative regret in bps against the best fixed arm', lines));
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let ix = 0; ix < values.length; ix += 1) sum += values[ix] ?? 0;
  return sum / values.length;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`--${name} must be a whole number, not ${process.argv[at + 1]}`);
  return value;
}

function say(text: string): void {
  console.log(text);
}

main();
