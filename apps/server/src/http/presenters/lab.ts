import type { z } from 'zod';
import type { LabJobRow, LabRecording, VerdictCard } from '@riptide/contracts';
import type { SnipingEngine, Verdict } from '@riptide/core/domain';
import type { LabCard } from '@riptide/core/lab';
import type { LabJob } from '../../lab/jobs/lab-job.ts';
import type { RecordingState } from '../../lab/recording/recording-host.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import { wireEngine } from './engines.ts';
import { rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

type Card = z.input<typeof VerdictCard>;

export function presentRecording({ isRecording, sinceMs, figures }: RecordingState): z.input<typeof LabRecording> {
  return {
    active: isRecording,
    since: toEpochSecondsOrNull(sinceMs),
    segments: figures?.segments ?? null,
    bytes: figures?.bytes ?? null,
    dropped: figures?.dropped ?? null,
    last_error: figures?.lastError ?? null,
  };
}

/** Returns a verdict as far as it is known: the records keep the short form, the lab's jobs the whole card. */
export function presentVerdict(link: EngineLink, verdict: Verdict & Partial<LabCard>): Card {
  const { costs, inSample } = verdict;
  return {
    subject: verdict.subject === 'pas-trader' ? 'pas_trader' : verdict.subject,
    verdict: verdict.verdict,
    reason: verdict.reason ?? null,
    edge_bps: roundedOrNull(verdict.edgeBps, 4),
    low_bps: roundedOrNull(verdict.lowBps, 4),
    high_bps: roundedOrNull(verdict.highBps, 4),
    trades: verdict.trades,
    signals: verdict.signals ?? null,
    clusters: verdict.clusters ?? null,
    net_bps: roundedOrNull(verdict.netBps, 4),
    net_low_bps: roundedOrNull(verdict.netLowBps, 4),
    net_high_bps: roundedOrNull(verdict.netHighBps, 4),
    placebo_bps: Object.fromEntries(
      Object.entries(verdict.placeboBps).map(([name, bps]) => [name, roundedOrNull(bps, 4)]),
    ),
    costs: costs === undefined || costs === null ? null : presentCosts(costs),
    capacity_usd: roundedOrNull(verdict.capacityUsd, 2),
    in_sample:
      inSample === undefined ? null : { trades: inSample.trades, edge_bps: roundedOrNull(inSample.edgeBps, 4) },
    settings_hash: verdict.settingsHash,
    current: isCurrent(link, verdict),
    source: verdict.source,
    made_at: toEpochSeconds(verdict.madeMs),
    method: verdict.method ?? null,
  };
}

function presentCosts(costs: NonNullable<LabCard['costs']>): NonNullable<Card['costs']> {
  return {
    gross_bps: rounded(costs.grossBps, 4),
    fees_bps: rounded(costs.feesBps, 4),
    spread_bps: rounded(costs.spreadBps, 4),
    slippage_bps: rounded(costs.slippageBps, 4),
    funding_bps: rounded(costs.fundingBps, 4),
    net_bps: rounded(costs.netBps, 4),
  };
}

function isCurrent(link: EngineLink, { subject, settingsHash }: Verdict): boolean | null {
  const engine = link.values('engine-run').get(subject);
  return engine === undefined ? null : engine.settingsHash === settingsHash;
}

/** Returns a job as it stands, with its card once it is done. */
export function presentLabJob(link: EngineLink, job: LabJob): z.input<typeof LabJobRow> {
  const { wish, outcome } = job;
  return {
    id: job.jobId,
    strategy: wish.strategy === 'trigger' ? 'trigger' : wireEngine(wish.strategy as SnipingEngine),
    seed: wish.seed,
    state: job.state,
    started_at: toEpochSeconds(job.startedMs),
    ended_at: toEpochSecondsOrNull(job.endedMs),
    error: job.error,
    outcome:
      outcome === null
        ? null
        : {
            recording: outcome.recording,
            messages: outcome.messages,
            decisions: outcome.decisions,
            decisions_hash: outcome.decisionsHash,
            played_seconds: rounded(outcome.playedS, 3),
            wall_seconds: rounded(outcome.wallS, 3),
            card: presentVerdict(link, outcome.card),
          },
  };
}
