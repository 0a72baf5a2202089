import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { cn } from './cn.ts';
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
  /** Its newest value stands on the value axis. */
  readonly isLastMarked?: boolean;
}

interface TimeChartProps {
  /** What the chart shows, in one sentence with its figures: the picture itself says nothing to a screen reader. null where it stands beside it. */
  readonly summary: string | null;
  /** Epoch seconds, rising. */
  readonly atS: readonly number[];
  readonly lines: readonly TimeLine[];
  readonly heightPx: number;
  /** Takes the whole height of its place, which is a column; heightPx is the least then. */
  readonly isGrowing?: boolean;
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
  const { summary, lines, heightPx, isGrowing = false, look } = props;
  const shape = lines
    .map((line) => `${line.label}/${line.token}/${line.isFilled}/${line.isDashed}/${line.isStepped}`)
    .join();
  return (
    <div
      {...(summary === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': summary })}
      className={cn('relative min-w-0 overflow-hidden', isGrowing && 'flex-1')}
      style={isGrowing ? { minHeight: heightPx } : { height: heightPx }}
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
    const sizeOf = () => ({ width: host.clientWidth, height: host.clientHeight || latest.current.heightPx });
    const plot = new uPlot(options(latest, sizeOf()), toData(latest.current), host);
    chart.current = plot;
    const observer = new ResizeObserver(() => plot.setSize(sizeOf()));
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
  // Out of the flow: the drawing takes the height of its place and never gives it one.
  return <div ref={box} aria-hidden className="absolute inset-0" />;
}

const FONT_PX = 10.5;
const FONT = '"Inter Variable", sans-serif';
/** Figures are about this wide each. */
const FIGURE_PX = 6.2;
/** A mark nearer to the left edge than half its own width would be cut there. */
const EDGE_PX = 20;

/** Gives the range of the value axis; a line that does not move keeps a narrow one instead of one down to zero. */
export function valueRange(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const most = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > most * 1e-9) return uPlot.rangeNum(low, high, 0.1, true) as [number, number];
  const pad = Math.max(most * 0.0005, 0.5);
  return [low - pad, high + pad];
}

/** Gives the marks of a time axis: none is cut at the edge, and none says what the one before it says. */
function timeMarks(plot: uPlot, marks: readonly number[], formatTime: (atS: number) => string): string[] {
  const texts = marks.map(formatTime);
  return texts.map((text, at) => {
    const isCut = plot.valToPos(marks[at] ?? 0, 'x') < EDGE_PX;
    return isCut || text === texts[at - 1] ? '' : text;
  });
}

/** Gives the value axis the room that its longest mark takes. */
function axisWidth(marks: readonly string[] | null, least: number): number {
  const longest = Math.max(0, ...(marks ?? []).map((mark) => mark.length));
  return Math.max(least, Math.ceil(longest * FIGURE_PX) + 16);
}

/** Writes the newest value of a line onto the value axis, in the line's colour. */
function markLast(plot: uPlot, { lines, formatValue }: TimeChartProps): void {
  lines.forEach((line) => {
    if (!line.isLastMarked) return;
    const value = line.values.findLast((each) => each !== null) ?? null;
    if (value === null) return;
    const ratio = uPlot.pxRatio;
    const { ctx, bbox } = plot;
    const text = formatValue(value);
    const tall = 17 * ratio;
    const x = bbox.left + bbox.width + 2 * ratio;
    const y = plot.valToPos(value, 'y', true);
    ctx.save();
    ctx.font = `600 ${FONT_PX * ratio}px ${FONT}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = token(line.token);
    ctx.beginPath();
    ctx.roundRect(x, y - tall / 2, ctx.measureText(text).width + 8 * ratio, tall, 3 * ratio);
    ctx.fill();
    ctx.fillStyle = token('--bg0');
    ctx.fillText(text, x + 4 * ratio, y);
    ctx.restore();
  });
}

function toData({ atS, lines }: Pick<TimeChartProps, 'atS' | 'lines'>): uPlot.AlignedData {
  return [[...atS], ...lines.map((line) => [...line.values])];
}

function options(
  latest: { readonly current: TimeChartProps },
  size: { readonly width: number; readonly height: number },
): uPlot.Options {
  const { lines, timeStepsS, valueAxisPx = 60 } = latest.current;
  const axis: uPlot.Axis = {
    stroke: token('--fg3'),
    font: `${FONT_PX}px ${FONT}`,
    grid: { stroke: token('--line1'), width: 1 },
    ticks: { show: false },
  };
  return {
    ...size,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 }, drag: { setScale: false } },
    padding: [10, 4, 0, 4],
    scales: { x: { time: true }, y: { range: (_plot, low, high) => valueRange(low, high) } },
    hooks: {
      setCursor: [(plot) => latest.current.onPoint?.(plot.cursor.idx ?? null)],
      draw: [(plot) => markLast(plot, latest.current)],
    },
    axes: [
      {
        ...axis,
        space: 90,
        size: 30,
        ...(timeStepsS ? { incrs: [...timeStepsS] } : {}),
        values: (plot, marks) => timeMarks(plot, marks, latest.current.formatTime),
      },
      {
        ...axis,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library's enum exists in its types only; 1 is right
        side: 1,
        size: (_plot, marks) => axisWidth(marks, valueAxisPx),
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
