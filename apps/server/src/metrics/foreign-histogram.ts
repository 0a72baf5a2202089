import type { Histogram, Registry } from 'prom-client';
import { MS_BOUNDS, type HistogramFigures } from './ms-histogram.ts';

export interface ForeignHistogram {
  readonly name: string;
  readonly help: string;
  /** By the value of the label; without one while nothing is known. */
  readonly rows: () => readonly (readonly [
    labels: Readonly<Record<string, string>>,
    figures: HistogramFigures | undefined,
  ])[];
}

interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Adds a histogram in seconds that was counted in another thread or process. */
export function addForeignHistogram(registry: Registry, { name, help, rows }: ForeignHistogram): void {
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: () => Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: samplesOf(name, rows()) }),
  };
  // WHY: the library has no metric whose classes are set from outside, but writes out whatever `get` answers.
  registry.registerMetric(metric as unknown as Histogram);
}

function samplesOf(name: string, rows: ReturnType<ForeignHistogram['rows']>): readonly Sample[] {
  return rows.flatMap(([labels, figures]) => (figures === undefined ? [] : classesOf(name, labels, figures)));
}

function classesOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  { counts, sumMs }: HistogramFigures,
): readonly Sample[] {
  let count = 0;
  const classes = counts.map((inClass, at): Sample => {
    count += inClass;
    const boundMs = MS_BOUNDS[at];
    const le = boundMs === undefined ? '+Inf' : String(boundMs / 1_000);
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...classes,
    { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
