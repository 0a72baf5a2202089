import type { TrialKind, TrialResult } from '../trials/trial-model.ts';
import { capacityUsd } from './capacity.ts';
import { clusteredMean, type Interval, type Sample } from './clustered-mean.ts';
import type { CostBreakdown, LabCard, PlaceboFigures } from './lab-card.ts';
import { overlapClusters } from './overlap-clusters.ts';

/** Share of the signals, in time, that may choose parameters; the rest judges. */
export const IN_SAMPLE_FRAC = 0.6;
/** Fewer trades than this say nothing. */
export const TRADES_MIN = 30;
/** And so do fewer independent stretches of market. */
export const CLUSTERS_MIN = 8;
/** What a signal is compared with. The inverted side is shown, not used: where there is an edge it loses it. */
const BASELINE: readonly TrialKind[] = ['random-side', 'shifted-time'];

const METHOD =
  'mean net bps of the signals less that of the random-side and shifted-time placebos, on the last 40 % of the signals; ' +
  "95 % interval by Student's t with errors clustered by stretches of overlapping trades";

const FROZEN_METHOD = `${METHOD}; the learner was frozen before them`;

export interface JudgeOptions {
  readonly subject: string;
  readonly settingsHash: string;
  readonly source: string;
  readonly madeMs: number;
  readonly openTrials: number;
  /** From when signals judge, where it was fixed before; default: the last 40 % of them. */
  readonly splitMs?: number | null;
}

/** Judges what a strategy did on a tape against its placebos. */
export function judgeTrials(results: readonly TrialResult[], options: JudgeOptions): LabCard {
  const signals = results.filter(({ plan }) => plan.kind === 'signal');
  const { splitMs: fixedSplitMs = null, ...told } = options;
  const splitMs = fixedSplitMs ?? splitOf(signals);
  const judged = partOf(results, (atMs) => atMs >= splitMs);
  const chosen = partOf(results, (atMs) => atMs < splitMs);
  const edge = judged.edge();
  const net = judged.net();
  const placebos = {
    'random-side': judged.placebo('random-side'),
    'inverted-side': judged.placebo('inverted-side'),
    'shifted-time': judged.placebo('shifted-time'),
  };
  const trades = judged.filled('signal').length;
  const found = verdictOf({ edge, net, trades, placebos, judged });
  const judgedSignals = signals.filter(({ plan }) => plan.signalMs >= splitMs);
  return {
    ...told,
    ...found,
    edgeBps: known(edge.mean),
    lowBps: known(edge.low),
    highBps: known(edge.high),
    trades,
    placeboBps: Object.fromEntries(Object.entries(placebos).map(([kind, { netBps }]) => [kind, netBps])),
    signals: judgedSignals.length,
    clusters: edge.clusters,
    netBps: known(net.mean),
    netLowBps: known(net.low),
    netHighBps: known(net.high),
    costs: costsOf(judged.filled('signal')),
    placebos,
    capacityUsd: capacityUsd(judgedSignals, edge.mean),
    inSample: { trades: chosen.filled('signal').length, edgeBps: known(chosen.edge().mean) },
    splitMs,
    method: fixedSplitMs === null ? METHOD : FROZEN_METHOD,
  };
}

interface Found {
  readonly edge: Interval;
  readonly net: Interval;
  readonly trades: number;
  readonly placebos: LabCard['placebos'];
  readonly judged: Part;
}

/** An edge must beat the placebos beyond doubt, earn money after all costs, and come out of a harness in which placebos earn nothing. */
function verdictOf({ edge, net, trades, placebos, judged }: Found): Pick<LabCard, 'verdict' | 'reason'> {
  if (trades < TRADES_MIN) return { verdict: 'too-few', reason: `${trades} trades judge, ${TRADES_MIN} are needed` };
  if (edge.clusters < CLUSTERS_MIN) {
    const reason = `the trades stand in ${edge.clusters} separate stretches of market, ${CLUSTERS_MIN} are needed`;
    return { verdict: 'too-few', reason };
  }
  const bias = biasOf(placebos, judged);
  if (bias !== null) return { verdict: 'no-edge', reason: `${bias}: the measure itself is off` };
  if (!(edge.low > 0)) {
    return { verdict: 'no-edge', reason: `the interval over the placebos begins at ${shown(edge.low)} bps` };
  }
  if (!(net.low > 0)) {
    const reason = `it beats the placebos, but after costs the interval begins at ${shown(net.low)} bps`;
    return { verdict: 'no-edge', reason };
  }
  return {
    verdict: 'edge',
    reason: `at least ${shown(edge.low)} bps over the placebos and ${shown(net.low)} bps after costs`,
  };
}

/** What shows that fills or exits are too good or too bad to be true; null when nothing does. */
function biasOf(placebos: LabCard['placebos'], judged: Part): string | null {
  if (signOf(placebos['shifted-time']) !== 0) return 'entries at other times earn or lose before costs';
  // WHY: where there is an edge, stops cut what the wrong side loses, so that a coin may earn; both sides of one moment never do.
  const sign = signOf(judged.placebo('signal'));
  if (sign !== 0 && sign === signOf(placebos['inverted-side']))
    return 'both sides of the same moments earn or lose before costs';
  return null;
}

/** Which side of 0 the figure before costs lies on, beyond doubt; 0 when that can't be said. */
function signOf({ grossLowBps, grossHighBps }: PlaceboFigures): -1 | 0 | 1 {
  if (grossLowBps !== null && grossLowBps > 0) return 1;
  return grossHighBps !== null && grossHighBps < 0 ? -1 : 0;
}

/** The time from which signals judge: that of the first one past the share that may choose. */
function splitOf(signals: readonly TrialResult[]): number {
  const timesMs = signals.map(({ plan }) => plan.signalMs).sort((a, b) => a - b);
  return timesMs[Math.floor(timesMs.length * IN_SAMPLE_FRAC)] ?? 0;
}

class Part {
  private readonly results: readonly TrialResult[];
  private readonly clusterOf: ReadonlyMap<string, number>;

  constructor(results: readonly TrialResult[]) {
    this.results = results;
    this.clusterOf = overlapClusters(results.filter(({ plan }) => plan.kind === 'signal'));
  }

  filled(kind: TrialKind): readonly TrialResult[] {
    return this.results.filter(({ plan, isFilled }) => isFilled && plan.kind === kind);
  }

  edge(): Interval {
    const baseline = BASELINE.flatMap((kind) => this.samples(kind, ({ netBps }) => netBps));
    return clusteredMean(
      this.samples('signal', ({ netBps }) => netBps),
      baseline,
    );
  }

  net(): Interval {
    return clusteredMean(this.samples('signal', ({ netBps }) => netBps));
  }

  placebo(kind: TrialKind): PlaceboFigures {
    const gross = clusteredMean(
      this.samples(kind, ({ grossBps }) => grossBps),
      [],
      0.99,
    );
    const net = clusteredMean(this.samples(kind, ({ netBps }) => netBps));
    return {
      trades: this.filled(kind).length,
      netBps: known(net.mean),
      grossBps: known(gross.mean),
      grossLowBps: known(gross.low),
      grossHighBps: known(gross.high),
    };
  }

  private samples(kind: TrialKind, valueOf: (result: TrialResult) => number): readonly Sample[] {
    return this.filled(kind).map((result) => ({
      value: valueOf(result),
      cluster: this.clusterOf.get(result.plan.decisionId) ?? -1,
    }));
  }
}

function partOf(results: readonly TrialResult[], isIn: (signalMs: number) => boolean): Part {
  return new Part(results.filter(({ plan }) => isIn(plan.signalMs)));
}

function costsOf(filled: readonly TrialResult[]): CostBreakdown | null {
  if (filled.length === 0) return null;
  const mean = (valueOf: (result: TrialResult) => number): number =>
    filled.reduce((sum, result) => sum + valueOf(result), 0) / filled.length;
  return {
    grossBps: mean(({ grossBps }) => grossBps),
    feesBps: mean(({ feesBps }) => feesBps),
    spreadBps: mean(({ spreadBps }) => spreadBps),
    slippageBps: mean(({ slippageBps }) => slippageBps),
    fundingBps: mean(({ fundingBps }) => fundingBps),
    netBps: mean(({ netBps }) => netBps),
  };
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function shown(bps: number): string {
  return Number.isFinite(bps) ? String(Math.round(bps * 100) / 100) : '—';
}
