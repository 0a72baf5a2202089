import { Counter, Gauge, type Registry } from 'prom-client';
import type { WaitingFigures } from '../storage/app-db/delivery-repository.ts';
import { OUTBOX_ENDS, type Outbox } from '../notify/outbox.ts';

export interface NotifyMetricSources {
  readonly outbox: Pick<Outbox, 'counts'>;
  readonly deliveries: { waiting(): Promise<readonly WaitingFigures[]> };
  readonly desk: { readonly centre: { readonly unread: number } };
  readonly nowMs: () => number;
}

/** Adds what waits in the outbox, and what became of everything since the start of the process, channel by channel. */
export function addNotifyMetrics(registry: Registry, sources: NotifyMetricSources): void {
  addWaiting(registry, sources);
  const ended = new Counter({
    name: 'riptide_notify_messages_total',
    help: 'Messages by what became of them: sent, failed (refused, or out of tries), dropped (never tried to the end by rule)',
    labelNames: ['channel', 'outcome'],
    registers: [],
    collect() {
      this.reset();
      for (const [channel, counts] of sources.outbox.counts)
        for (const end of OUTBOX_ENDS) this.inc({ channel, outcome: end }, counts[end]);
    },
  });
  const retries = new Counter({
    name: 'riptide_notify_retries_total',
    help: 'Tries that failed and are made again',
    labelNames: ['channel'],
    registers: [],
    collect() {
      this.reset();
      for (const [channel, counts] of sources.outbox.counts) this.inc({ channel }, counts.retried);
    },
  });
  const unread = new Gauge({
    name: 'riptide_notify_unread',
    help: 'Unread lines of the notification centre',
    registers: [],
    collect() {
      this.set(sources.desk.centre.unread);
    },
  });
  for (const metric of [ended, retries, unread]) registry.registerMetric(metric);
}

type WaitingFigure = (row: WaitingFigures | undefined, nowMs: number) => number;

const WAITING: readonly (readonly [name: string, help: string, figure: WaitingFigure])[] = [
  ['riptide_notify_queued', 'Messages that wait or are being sent', (row) => row?.waiting ?? 0],
  [
    'riptide_notify_oldest_seconds',
    'Age of the oldest message that waits; 0 while none does',
    (row, nowMs) => (row === undefined ? 0 : Math.max(0, nowMs - row.oldestMs) / 1_000),
  ],
];

function addWaiting(registry: Registry, { deliveries, outbox, nowMs }: NotifyMetricSources): void {
  for (const [name, help, figure] of WAITING) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['channel'],
      registers: [],
      async collect() {
        const rows = new Map((await deliveries.waiting()).map((row) => [row.channel, row]));
        for (const channel of outbox.counts.keys()) this.set({ channel }, figure(rows.get(channel), nowMs()));
      },
    });
    registry.registerMetric(gauge);
  }
}
