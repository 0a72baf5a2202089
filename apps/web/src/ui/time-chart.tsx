import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { token } from './token.ts';

export interface TimeLine {
  readonly label: string;
  /** One of the tokens, e.g. --s1. */
  readonly token: string;
  /** As long as the times; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly isFilled?: boolean;
  readonly isDashed?: boolean;
  readonly isStepped?: boolean;
  readonly widthPx?: number;
}

interface TimeChartProps {
  /** What the chart shows, in one sentence with its figures: the picture itself says nothing to a screen reader. null where it stands beside it. */
  readonly summary: string | null;
  /** Epoch seconds, rising. */
  readonly atS: readonly number[];
  readonly lines: readonly TimeLine[];
  readonly heightPx: number;
  readonly formatValue: (value: number) => string;
  /** Of an axis mark, epoch seconds. */
  readonly formatTime: (atS: number) => string;
  /** The steps that the time axis may take, in seconds; any without it. */
  readonly timeStepsS?: readonly number[];
  readonly valueAxisPx?: number;
  /** Told under the pointer, null when it leaves. */
  readonly onPoint?: (index: number | null) => void;
  /** The chart is drawn anew when this changes: theme, colours, zone. */
  readonly look: string;
}

/** Lines over time. Colours are read once, so a new look or other lines need a new chart; data are set into the one that stands. */
export default function TimeChart(props: TimeChartProps) {
  const { summary, lines, heightPx, look } = props;
  const shape = lines
    .map((line) => `${line.label}/${line.token}/${line.isFilled}/${line.isDashed}/${line.isStepped}`)
    .join();
  return (
    <div
      {...(summary === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': summary })}
      className="min-w-0 overflow-hidden"
      style={{ height: heightPx }}
    >
      <Plot key={`${shape} ${look} ${heightPx}`} {...props} />
    </div>
  );
}

function Plot(props: TimeChartProps) {
  const { atS, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const host = box.current;
    if (!host) return undefined;
    const plot = new uPlot(options(latest, host.clientWidth), toData(latest.current), host);
    chart.current = plot;
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: host.clientWidth, height: latest.current.heightPx }),
    );
    observer.observe(host);
    return () => {
      observer.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, []);
  useEffect(() => {
    chart.current?.setData(toData({ atS, lines }));
  }, [atS, lines]);
  return <div ref={box} aria-hidden className="h-full" />;
}

function toData({ atS, lines }: Pick<TimeChartProps, 'atS' | 'lines'>): uPlot.AlignedData {
  return [[...atS], ...lines.map((line) => [...line.values])];
}

function options(latest: { readonly current: TimeChartProps }, width: number): uPlot.Options {
  const { lines, heightPx, timeStepsS, valueAxisPx = 60 } = latest.current;
  const axis: uPlot.Axis = {
    stroke: token('--fg3'),
    font: '10.5px "Inter Variable", sans-serif',
    grid: { stroke: token('--line1'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { setScale: false } },
    padding: [10, 4, 0, 4],
    scales: { x: { time: true } },
    hooks: { setCursor: [(plot) => latest.current.onPoint?.(plot.cursor.idx ?? null)] },
    axes: [
      {
        ...axis,
        space: 90,
        size: 30,
        ...(timeStepsS ? { incrs: [...timeStepsS] } : {}),
        values: (_plot, marks) => marks.map((mark) => latest.current.formatTime(mark)),
      },
      {
        ...axis,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library's enum exists in its types only; 1 is right
        side: 1,
        size: valueAxisPx,
        values: (_plot, marks) => marks.map((mark) => latest.current.formatValue(mark)),
      },
    ],
    series: [{}, ...lines.map(toSeries)],
  };
}

function toSeries({
  label,
  token: name,
  isFilled = false,
  isDashed = false,
  isStepped = false,
  widthPx = 1.75,
}: TimeLine): uPlot.Series {
  const colour = token(name);
  const stepped = isStepped ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    label,
    stroke: colour,
    width: widthPx,
    points: { show: false },
    ...(stepped ? { paths: stepped } : {}),
    ...(isFilled ? { fill: `color-mix(in srgb, ${colour} 13%, transparent)` } : {}),
    ...(isDashed ? { dash: [4, 4] } : {}),
  };
}
