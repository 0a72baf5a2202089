import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '@riptide/core/kernel';
import type { CoolEngine } from '../engine-host/cool-engine.ts';
import type { HotFigures } from '../engine-host/hot-protocol.ts';
import type { MarketRecorder } from '../flight/market/market-recorder.ts';
import type { LinkServer } from '../link/link-server.ts';
import { LagMeter } from '../metrics/lag-meter.ts';
import type { JournalFold } from '../storage/trading-db/journal-fold.ts';

const FIGURES_PERIOD_MS = 1_000;

export interface FigureSources {
  readonly cool: CoolEngine;
  readonly fold: JournalFold;
  readonly flight: MarketRecorder | null;
  readonly link: LinkServer;
  readonly clock: Clock;
  readonly hotFigures: () => HotFigures | null;
}

/** Publishes once a second how the engine process is. */
export function publishFigures({ cool, fold, flight, link, clock, hotFigures }: FigureSources): void {
  const startedMs = clock.nowMs();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const lag = new LagMeter(clock);
  const publish = (): void => {
    const eventLoopDelayMsMax = Number.isFinite(delay.max) ? delay.max / 1e6 : 0;
    delay.reset();
    link.set('engine', 'state', {
      startedMs,
      ...cool.figures,
      history: fold.figures,
      ...(flight === null ? {} : { flight: flight.figures }),
      rssBytes: process.memoryUsage.rss(),
      eventLoopDelayMsMax,
      coolLag: lag.figures,
      hot: hotFigures(),
    });
  };
  publish();
  clock.every(FIGURES_PERIOD_MS, publish);
}
