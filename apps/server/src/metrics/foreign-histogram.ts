import type { Histogram, Registry } from 'prom-client';
import { MS_BOUNDS, type HistogramFigures } from './ms-histogram.ts';

export interface ForeignHistogram {
  readonly name: string;
  readonly help: string;
  /** Upper bounds of the classes in ms. */
  readonly boundsMs?: readonly number[];
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
export function addForeignHistogram(
  registry: Registry,
  { name, help, rows, boundsMs = MS_BOUNDS }: ForeignHistogram,
): void {
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: () =>
      Promise.resolve({
        name,
        help,
        type: 'histogram',
        aggregator: 'sum',
        values: samplesOf({ name, boundsMs }, rows()),
      }),
  };
  // WHY: the library has no metric whose classes are set from outside, but writes out whatever `get` answers.
  registry.registerMetric(metric as unknown as Histogram);
}

type Shape = Required<Pick<ForeignHistogram, 'name' | 'boundsMs'>>;

function samplesOf(shape: Shape, rows: ReturnType<ForeignHistogram['rows']>): readonly Sample[] {
  return rows.flatMap(([labels, figures]) => (figures === undefined ? [] : classesOf(shape, labels, figures)));
}

function classesOf(
  { name, boundsMs }: Shape,
  labels: Readonly<Record<string, string>>,
  { counts, sumMs }: HistogramFigures,
): readonly Sample[] {
  let count = 0;
  const classes = counts.map((inClass, at): Sample => {
    count += inClass;
    const boundMs = boundsMs[at];
    const le = boundMs === undefined ? '+Inf' : String(roundSeconds(boundMs));
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...classes,
    { metricName: `${name}_sum`, labels, value: sumMs / 1_000 },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

/** Without the dust of a division: a bound is a label, and must read the same for good. */
function roundSeconds(ms: number): number {
  return Number((ms / 1_000).toPrecision(6));
}
