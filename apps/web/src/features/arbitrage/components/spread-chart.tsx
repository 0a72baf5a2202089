import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatClock, type Zone } from '../../../lib/format-time.ts';
import type { SpreadSeries } from '../../../shared/opportunities/spread-history.ts';

interface SpreadChartProps {
  readonly series: SpreadSeries;
  /** The time axis runs to here, epoch seconds, though nothing came; null while data are new. */
  readonly endS: number | null;
  readonly zone: Zone;
}

const HEIGHT_PX = 220;
/** Steps of the time axis, in seconds: points are a second apart, so none is finer. */
const TIME_STEPS_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900];

/** Gross spread over time with the line of its costs; colours are read once, so a new theme needs a new chart. */
export default function SpreadChart({ series, endS, zone }: SpreadChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  useEffect(() => {
    const host = box.current;
    if (!host) return undefined;
    const plot = new uPlot(options(host.clientWidth, zone), [[], [], []], host);
    chart.current = plot;
    const observer = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
    observer.observe(host);
    return () => {
      observer.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [zone]);
  useEffect(() => {
    const costs = series.grossBps.map((gross, at) => (gross === null ? null : gross - (series.entryNetBps[at] ?? 0)));
    const tailS = endS === null ? [] : [endS];
    const tail = endS === null ? [] : [null];
    chart.current?.setData([
      [...series.atS, ...tailS],
      [...series.grossBps, ...tail],
      [...costs, ...tail],
    ]);
  }, [series, endS]);
  return <div ref={box} aria-hidden className="min-w-0 overflow-hidden" style={{ height: HEIGHT_PX }} />;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function options(width: number, zone: Zone): uPlot.Options {
  const axis = {
    stroke: token('--fg3'),
    font: '10.5px "Inter Variable", sans-serif',
    grid: { stroke: token('--line1'), width: 1 },
    ticks: { show: false },
  };
  const gross = token('--s1');
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, points: { size: 6 } },
    padding: [10, 4, 0, 4],
    scales: { x: { time: true } },
    axes: [
      {
        ...axis,
        space: 90,
        size: 30,
        incrs: TIME_STEPS_S,
        values: (_plot, marks) => marks.map((mark) => formatClock(mark * 1000, zone)),
      },
      {
        ...axis,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the library's enum exists in its types only; 1 is right
        side: 1,
        size: 44,
        values: (_plot, marks) => marks.map((mark) => mark.toFixed(Math.abs(mark) < 10 ? 1 : 0)),
      },
    ],
    series: [
      {},
      {
        label: 'Gross',
        stroke: gross,
        width: 1.75,
        fill: `color-mix(in srgb, ${gross} 13%, transparent)`,
        points: { show: false },
      },
      { label: 'Costs', stroke: token('--warn'), width: 1.2, dash: [4, 4], points: { show: false } },
    ],
  };
}
