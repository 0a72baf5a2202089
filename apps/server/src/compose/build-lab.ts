import { join } from 'node:path';
import type { Verdict } from '@riptide/core/domain';
import type { LabCard } from '@riptide/core/lab';
import type { Clock, Log } from '@riptide/core/kernel';
import type { Config } from '../config/config.ts';
import type { CoolEngine } from '../engine-host/cool-engine.ts';
import { LabDesk } from '../lab/lab-desk.ts';
import { RecordingHost } from '../lab/recording/recording-host.ts';

export interface LabParts {
  readonly recording: RecordingHost;
  readonly desk: LabDesk;
}

interface LabOptions {
  readonly config: Pick<Config, 'dataDir' | 'recordBytesMax'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The worker that replays recordings. */
  readonly module: URL;
  readonly cool: Pick<CoolEngine, 'handleCommand'>;
}

/** Builds the lab beside the engine whose frames it records; its verdicts go into the trading records. */
export function buildLab({ config, clock, log, module, cool }: LabOptions): LabParts {
  const recording = new RecordingHost({
    folder: join(config.dataDir, 'recordings'),
    bytesMax: config.recordBytesMax,
    clock,
    log,
  });
  const keep = async (card: LabCard): Promise<void> => {
    const kept = await cool.handleCommand('add-verdict', { verdict: verdictOf(card), by: 'lab' });
    if (!kept.ok) log.error('a verdict could not be kept', { subject: card.subject, detail: kept.error.detail });
  };
  const desk = new LabDesk({
    dataDir: config.dataDir,
    workerModule: module,
    clock,
    log,
    recording,
    onVerdict: (card) => void keep(card),
  });
  return { recording, desk };
}

/** The part of a card that the records keep. */
function verdictOf(card: LabCard): Verdict {
  const { subject, verdict, edgeBps, lowBps, highBps, trades, placeboBps, settingsHash, source, madeMs } = card;
  return { subject, verdict, edgeBps, lowBps, highBps, trades, placeboBps, settingsHash, source, madeMs };
}
