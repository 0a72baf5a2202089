import { formatClock, type Zone } from '../../../lib/format-time.ts';
import type { SpreadSeries } from '../../../shared/opportunities/spread-history.ts';
import TimeChart, { type TimeLine } from '../../../ui/time-chart.tsx';

interface SpreadChartProps {
  readonly series: SpreadSeries;
  /** The time axis runs to here, epoch seconds, though nothing came; null while data are new. */
  readonly endS: number | null;
  readonly zone: Zone;
  /** Another look of the page needs a new chart. */
  readonly look: string;
}

const HEIGHT_PX = 220;
/** Points are a second apart, so no step of the time axis is finer. */
const TIME_STEPS_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900];

/** Gross spread over time with the line of its costs; the words below it say the same. */
export default function SpreadChart({ series, endS, zone, look }: SpreadChartProps) {
  const costs = series.grossBps.map((gross, at) => (gross === null ? null : gross - (series.entryNetBps[at] ?? 0)));
  const tail = endS === null ? [] : [null];
  const lines: readonly TimeLine[] = [
    { label: 'Gross', token: '--s1', values: [...series.grossBps, ...tail], isFilled: true, isLastMarked: true },
    { label: 'Costs', token: '--warn', values: [...costs, ...tail], isDashed: true, widthPx: 1.2 },
  ];
  return (
    <TimeChart
      summary={null}
      atS={endS === null ? series.atS : [...series.atS, endS]}
      lines={lines}
      heightPx={HEIGHT_PX}
      timeStepsS={TIME_STEPS_S}
      valueAxisPx={44}
      formatValue={(bps) => bps.toFixed(Math.abs(bps) < 10 ? 1 : 0)}
      formatTime={(atS) => formatClock(atS * 1000, zone)}
      look={look}
    />
  );
}
