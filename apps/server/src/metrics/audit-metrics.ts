import { Gauge, type Registry } from 'prom-client';

export interface AuditMetricSources {
  /** The audit stream. */
  readonly hub: { readonly size: number; readonly dropped: number };
  /** Rows of the server since the start of the process. */
  readonly log: { readonly figures: { readonly written: number; readonly failures: number; readonly waiting: number } };
}

type Figure = (sources: AuditMetricSources) => number;

const GAUGES: readonly (readonly [name: string, help: string, figure: Figure])[] = [
  ['riptide_audit_stream_readers', 'Open streams of the audit', ({ hub }) => hub.size],
  [
    'riptide_audit_stream_dropped_total',
    'Readers of the audit stream that were dropped: they did not read',
    ({ hub }) => hub.dropped,
  ],
  ['riptide_audit_rows_written_total', 'Audit rows of the server on disk', ({ log }) => log.figures.written],
  [
    'riptide_audit_rows_failed_total',
    'Audit rows of the server that could not be written',
    ({ log }) => log.figures.failures,
  ],
  ['riptide_audit_rows_waiting', 'Audit rows of the server that wait for the disk', ({ log }) => log.figures.waiting],
];

/** Adds the figures of the audit: who watches it, and whether the server's rows get to disk. */
export function addAuditMetrics(registry: Registry, sources: AuditMetricSources): void {
  for (const [name, help, figure] of GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(figure(sources));
      },
    });
    registry.registerMetric(gauge);
  }
}
