import type { ScanLimits } from '../scan-watch.ts';
import { playFrozen, playTapes, type PlayTapesOptions } from '../play-tapes.ts';
import type { Arm } from '../../domain/index.ts';
import { TriggerStrategy } from '../trigger-strategy.ts';
import { clusteredMean } from '../verdict/clustered-mean.ts';
import { judgeTrials } from '../verdict/judge-trials.ts';
import type { LabCard } from '../verdict/lab-card.ts';
import { overlapClusters } from '../verdict/overlap-clusters.ts';
import { PlantedMarket, type PlantedOptions } from './planted-market.ts';

/** Target and stop equally far: stops nearer than targets would cut the wrong side's loss, and a coin's trades would earn. */
const ARM: Arm = {
  armId: 'fade-15-35x35-ioc',
  direction: 'fade',
  offsetBps: 15,
  takeProfitBps: 35,
  stopLossBps: 35,
  execution: 'ioc',
};

/** What the lab found on a market whose edge is known. */
export interface PlantedFinding {
  readonly seed: number;
  readonly reversalBps: number;
  readonly card: LabCard;
  readonly messages: number;
  /** Net of the same trades as planted: the drift between their entries and exits less what they paid. */
  readonly plantedNetBps: number | null;
  /** True when the 95 % interval of measured less planted holds 0; null with too few trades. */
  readonly agrees: boolean | null;
}

/** Who is judged. */
export interface PlantedSubject {
  readonly subject: string;
  readonly settingsHash: string;
  readonly isLearning: boolean;
  readonly scan?: ScanLimits;
  readonly createStrategy: PlayTapesOptions['createStrategy'];
}

const BARE_RULE: PlantedSubject = {
  subject: ARM.armId,
  settingsHash: 'planted',
  isLearning: false,
  createStrategy: (world) => new TriggerStrategy(world, { arm: ARM }),
};

/** Runs a strategy, the bare trigger rule by default, on one planted market and compares the verdict with what was planted. */
export async function judgePlanted(
  options: Partial<PlantedOptions> & Pick<PlantedOptions, 'seed' | 'reversalBps'>,
  judged: PlantedSubject = BARE_RULE,
): Promise<PlantedFinding> {
  const market = new PlantedMarket(options);
  const { subject, settingsHash, ...how } = judged;
  const play = { tapes: [market], seed: options.seed, ...how };
  const { runs, frozenFromMs } = await playFrozen(play, await playTapes(play));
  const [run] = runs;
  if (run === undefined) throw new Error('Invariant: a market was not played');
  const card = judgeTrials(run.trials, {
    subject,
    settingsHash,
    source: market.name,
    madeMs: run.endMs,
    openTrials: run.openTrials,
    splitMs: frozenFromMs,
  });
  const signals = run.trials.filter(
    ({ plan, isFilled }) => isFilled && plan.kind === 'signal' && plan.signalMs >= card.splitMs,
  );
  const clusterOf = overlapClusters(signals);
  const planted = signals.map((result) => ({
    result,
    driftBps: market.driftBps(result.plan.side, result.entryMs, result.exitMs),
    cluster: clusterOf.get(result.plan.decisionId) ?? -1,
  }));
  const apart = clusteredMean(
    planted.map(({ result, driftBps, cluster }) => ({ value: result.grossBps - driftBps, cluster })),
  );
  const plantedNet = clusteredMean(
    planted.map(({ result, driftBps, cluster }) => ({
      value: driftBps - (result.grossBps - result.netBps),
      cluster,
    })),
  );
  return {
    seed: options.seed,
    reversalBps: options.reversalBps,
    card,
    messages: run.messages,
    plantedNetBps: Number.isFinite(plantedNet.mean) ? plantedNet.mean : null,
    agrees: Number.isFinite(apart.low) ? apart.low <= 0 && apart.high >= 0 : null,
  };
}
