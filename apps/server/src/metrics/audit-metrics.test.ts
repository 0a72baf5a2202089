import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addAuditMetrics } from './audit-metrics.ts';

it('shows who watches the audit, and whether its rows get to disk', async () => {
  const registry = new Registry();
  const hub = { size: 3, dropped: 1 };
  addAuditMetrics(registry, { hub, log: { figures: { written: 50, failures: 2, waiting: 4 } } });
  const text = await registry.metrics();
  expect(text).toContain('riptide_audit_stream_readers 3');
  expect(text).toContain('riptide_audit_stream_dropped_total 1');
  expect(text).toContain('riptide_audit_rows_written_total 50');
  expect(text).toContain('riptide_audit_rows_failed_total 2');
  expect(text).toContain('riptide_audit_rows_waiting 4');
});
