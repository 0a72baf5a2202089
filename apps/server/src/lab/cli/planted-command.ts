import type { PlantedFinding } from '@riptide/core/lab';
import type { LabTask } from '../lab-worker.ts';
import { startWorkerPool } from '../jobs/worker-pool.ts';
import { requireSubject, warmUpOf, workersOf, type CommandContext } from './command-context.ts';
import { simCommand } from './sim-command.ts';
import { poolEnd } from './pool-end.ts';
import { ProgressLine } from './progress-line.ts';
import { bps } from './show-card.ts';

/** The reversal that shows that an edge is found; 0 shows that none is invented. */
const REVERSAL_BPS = 40;
/** Of 100 markets without an edge so many must be called so. */
const RIGHT_FRAC = 0.95;

interface Summary {
  readonly reversalBps: number;
  readonly markets: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Markets whose interval over the placebos lies above 0. */
  readonly found: number;
  /** Markets in which the measured amount agrees with the planted one within its 95 % interval. */
  readonly agreeing: number;
  readonly netBps: number | null;
  readonly plantedNetBps: number | null;
  readonly edgeBps: number | null;
  readonly placeboGrossBps: Readonly<Record<string, number | null>>;
  readonly isAsPlanted: boolean;
}

/** `planted`: judges markets with and without an edge. Returns 1 when the lab is wrong more often than it may be. */
export async function plantedCommand(context: CommandContext): Promise<number> {
  const { args } = context;
  args.requireNoFolder();
  if (args.market === 'sim') return simCommand(context);
  if (args.strategy !== null) requireSubject({ strategy: args.strategy, settings: args.settings });
  const seeds = args.number('seeds', 100);
  const wished = args.number('reversal-bps', -1);
  const summaries: Summary[] = [];
  for (const reversalBps of wished === -1 ? [REVERSAL_BPS, 0] : [wished]) {
    const findings = await judgeAll(context, seeds, reversalBps);
    if (findings === null) return 130;
    const summary = summaryOf(reversalBps, findings);
    summaries.push(summary);
    if (!args.has('json')) context.print(showSummary(summary));
  }
  if (args.has('json')) context.print(JSON.stringify(summaries));
  return summaries.every(({ isAsPlanted }) => isAsPlanted) ? 0 : 1;
}

async function judgeAll(
  context: CommandContext,
  seeds: number,
  reversalBps: number,
): Promise<readonly PlantedFinding[] | null> {
  const { args } = context;
  const strategy = args.strategy;
  const warmUpMinutes = warmUpOf(args);
  const tasks = Array.from({ length: seeds }, (_, at): LabTask => ({
    kind: 'planted',
    seed: at + 1,
    reversalBps,
    strategy,
    settings: args.settings,
    warmUpMinutes,
  }));
  const findings: PlantedFinding[] = [];
  const failures: string[] = [];
  const progress = new ProgressLine(context.notes, seeds, `markets with ${reversalBps} bps planted`);
  const pool = startWorkerPool({
    modulePath: context.workerModule,
    workers: workersOf(args),
    tasks,
    onDone: (_task, answer) => {
      findings.push(answer as PlantedFinding);
      progress.show(findings.length);
    },
    onFailed: (_task, reason) => failures.push(reason),
  });
  const isInterrupted = await poolEnd(pool, context);
  progress.end();
  if (isInterrupted) return null;
  if (failures.length > 0) throw new Error(`${failures.length} markets failed, the first: ${failures[0] ?? ''}`);
  return findings.sort((a, b) => a.seed - b.seed);
}

function summaryOf(reversalBps: number, findings: readonly PlantedFinding[]): Summary {
  const verdicts: Record<string, number> = {};
  for (const { card } of findings) verdicts[card.verdict] = (verdicts[card.verdict] ?? 0) + 1;
  const found = findings.filter(({ card }) => card.lowBps !== null && card.lowBps > 0).length;
  const wrong = reversalBps === 0 ? (verdicts['edge'] ?? 0) : findings.length - found;
  return {
    reversalBps,
    markets: findings.length,
    verdicts,
    found,
    agreeing: findings.filter(({ agrees }) => agrees === true).length,
    netBps: mean(findings.map(({ card }) => card.netBps)),
    plantedNetBps: mean(findings.map(({ plantedNetBps }) => plantedNetBps)),
    edgeBps: mean(findings.map(({ card }) => card.edgeBps)),
    placeboGrossBps: {
      'random-side': mean(findings.map(({ card }) => card.placebos['random-side'].grossBps)),
      'inverted-side': mean(findings.map(({ card }) => card.placebos['inverted-side'].grossBps)),
      'shifted-time': mean(findings.map(({ card }) => card.placebos['shifted-time'].grossBps)),
    },
    isAsPlanted: wrong <= findings.length * (1 - RIGHT_FRAC),
  };
}

function showSummary(summary: Summary): string {
  const verdicts = Object.entries(summary.verdicts).map(([verdict, count]) => `${verdict} ${count}`);
  const gross = Object.entries(summary.placeboGrossBps).map(([kind, value]) => `${kind} ${bps(value)}`);
  return [
    `${summary.reversalBps} bps planted, ${summary.markets} markets: ${verdicts.join(', ')} · ${summary.isAsPlanted ? 'as planted' : 'NOT AS PLANTED'}`,
    `  interval over the placebos above 0 in ${summary.found}, mean ${bps(summary.edgeBps)} bps`,
    `  net measured ${bps(summary.netBps)} bps, planted ${bps(summary.plantedNetBps)} bps; they agree in ${summary.agreeing}`,
    `  placebos before costs, bps: ${gross.join(', ')}`,
  ].join('\n');
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
