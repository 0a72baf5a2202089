import { Counter, Gauge, type Registry } from 'prom-client';

/** Values by their labels; what is no finite number is left out. */
export type LabelledRows = readonly (readonly [
  labels: Readonly<Record<string, string>>,
  value: number | null | undefined,
])[];

export interface LabelledFigure {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly rows: () => LabelledRows;
}

/** Adds a figure that is read when somebody asks; one whose name ends in `_total` is a counter. */
export function addLabelled(registry: Registry, { name, help, labelNames, rows }: LabelledFigure): void {
  const known = (): LabelledRows =>
    rows().filter(([, value]) => value !== null && value !== undefined && Number.isFinite(value));
  // WHY: emptied, a figure without labels stands at 0, which is not what is unknown: that value is taken away as well.
  const options = { name, help, labelNames: [...labelNames], registers: [] };
  if (name.endsWith('_total')) {
    const counter = new Counter({
      ...options,
      collect() {
        this.reset();
        if (labelNames.length === 0) this.remove();
        for (const [labels, value] of known()) this.inc(labels, Math.max(0, value ?? 0));
      },
    });
    registry.registerMetric(counter);
    return;
  }
  const gauge = new Gauge({
    ...options,
    collect() {
      this.reset();
      if (labelNames.length === 0) this.remove();
      for (const [labels, value] of known()) this.set(labels, value ?? 0);
    },
  });
  registry.registerMetric(gauge);
}
