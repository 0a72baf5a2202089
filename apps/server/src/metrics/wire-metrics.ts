import { Counter, type Registry } from 'prom-client';
import { WIRE_REFUSALS, type RefusalCounts } from '../http/refusal-counts.ts';

/** Adds what was refused before it reached a call, by its reason. */
export function addWireMetrics(registry: Registry, refusals: RefusalCounts): void {
  const counter = new Counter({
    name: 'riptide_http_wire_refusals_total',
    help: 'Requests and connections refused before they reached a call',
    labelNames: ['reason'],
    registers: [],
    collect() {
      this.reset();
      for (const reason of WIRE_REFUSALS) this.inc({ reason }, refusals.of(reason));
    },
  });
  registry.registerMetric(counter);
}
