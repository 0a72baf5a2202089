import type { ReactNode } from 'react';
import { formatCount, formatSignedBps } from '../lib/format.ts';
import { cn } from '../ui/cn.ts';
import {
  intervalDomain,
  percentOf,
  verdictOf,
  type Interval,
  type IntervalDomain,
  type IntervalVerdict,
} from './interval-domain.ts';
import { TRACK_PX } from './interval-plot-size.ts';

interface IntervalRow extends Interval {
  readonly id: string;
  readonly label: string;
  /** How often it was tried. */
  readonly count: number;
  /** Set apart by weight and a word, e.g. the best arm. */
  readonly mark?: string;
}

interface IntervalPlotProps {
  /** Names the list, e.g. what the intervals are of. */
  readonly label: string;
  readonly rows: readonly IntervalRow[];
  readonly formatValue?: (value: number | null) => string;
  /** Of the counts, in the plural, e.g. pulls. */
  readonly countUnit?: string;
  /** Said after each figure, e.g. bps. */
  readonly unit?: string;
}

const COLOURS: Readonly<Record<IntervalVerdict, string>> = {
  above: 'var(--up)',
  below: 'var(--down)',
  open: 'var(--fg3)',
  unknown: 'var(--fg3)',
};

const WORDS: Readonly<Record<IntervalVerdict, string>> = {
  above: 'surely above zero',
  below: 'surely below zero',
  open: 'zero is inside the interval',
  unknown: 'too little data for an interval',
};

/** Means with their intervals, one below the other on one axis; zero is a dashed line through all. */
export function IntervalPlot({
  label,
  rows,
  formatValue = formatSignedBps,
  countUnit = 'pulls',
  unit = 'bps',
}: IntervalPlotProps) {
  const domain = intervalDomain(rows);
  return (
    <div className="tabular grid grid-cols-[auto_auto_minmax(64px,1fr)_auto] items-center gap-x-2.5 text-2xs">
      <ul aria-label={label} className="contents">
        {rows.map((row) => (
          <li key={row.id} className="col-span-full grid grid-cols-subgrid items-center" style={{ height: TRACK_PX }}>
            <span className="sr-only">{describe(row, { formatValue, countUnit, unit })}</span>
            <span
              aria-hidden
              title={row.mark === undefined ? row.label : `${row.label}, ${row.mark}`}
              className={cn('max-w-[13em] truncate', row.mark === undefined ? 'text-fg2' : 'font-semibold text-fg1')}
            >
              {row.label}
              {row.mark === undefined ? null : <span className="pl-1 font-normal text-fg3">{row.mark}</span>}
            </span>
            <span aria-hidden title={`${formatCount(row.count)} ${countUnit}`} className="text-right text-fg3">
              {formatCount(row.count)}
            </span>
            <IntervalTrack interval={row} domain={domain} />
            <span aria-hidden className={cn('text-right', verdictOf(row) === 'open' ? 'text-fg2' : 'text-fg1')}>
              {formatValue(row.mean)}
            </span>
          </li>
        ))}
      </ul>
      <Axis domain={domain} formatValue={formatValue} />
    </div>
  );
}

interface TrackProps {
  readonly interval: Interval;
  readonly domain: IntervalDomain;
  readonly heightPx?: number;
}

/** One interval on an axis, e.g. in a cell of a table; the figures beside it say the same. */
export function IntervalTrack({ interval, domain, heightPx = TRACK_PX }: TrackProps) {
  const { mean, low, high } = interval;
  const colour = COLOURS[verdictOf(interval)];
  const middle = heightPx / 2;
  const x = (value: number): string => `${percentOf(value, domain)}%`;
  return (
    <svg aria-hidden width="100%" height={heightPx} className="block overflow-visible">
      <line x1="0" x2="100%" y1={middle} y2={middle} stroke="var(--bg3)" />
      <line x1={x(0)} x2={x(0)} y1="0" y2={heightPx} stroke="var(--ctl)" strokeDasharray="2 3" />
      {low === null || high === null ? null : (
        <line
          x1={x(low)}
          x2={x(high)}
          y1={middle}
          y2={middle}
          stroke={colour}
          strokeWidth={5}
          strokeLinecap="round"
          opacity={0.45}
        />
      )}
      {mean === null ? null : <circle cx={x(mean)} cy={middle} r={4} fill={colour} />}
    </svg>
  );
}

function Axis({ domain, formatValue }: { domain: IntervalDomain; formatValue: (value: number | null) => string }) {
  const zero = percentOf(0, domain);
  // An end this near to zero would be written over it.
  const isFar = (percent: number): boolean => Math.abs(percent - zero) > 18;
  return (
    <div aria-hidden className="relative col-start-3 mt-0.5 h-4 text-fg3">
      {isFar(0) ? <Mark at={0}>{formatValue(domain.low)}</Mark> : null}
      <Mark at={zero}>0</Mark>
      {isFar(100) ? <Mark at={100}>{formatValue(domain.high)}</Mark> : null}
    </div>
  );
}

function Mark({ at, children }: { at: number; children: ReactNode }) {
  return (
    <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${at}%` }}>
      {children}
    </span>
  );
}

type Words = Required<Pick<IntervalPlotProps, 'formatValue' | 'countUnit' | 'unit'>>;

/** Says a row in words, for readers that see no picture. */
function describe(row: IntervalRow, { formatValue, countUnit, unit }: Words): string {
  const verdict = verdictOf(row);
  const mean = row.mean === null ? 'mean unknown' : `mean ${formatValue(row.mean)} ${unit}`;
  const range = verdict === 'unknown' ? '' : `, between ${formatValue(row.low)} and ${formatValue(row.high)} ${unit}`;
  const mark = row.mark === undefined ? '' : `, ${row.mark}`;
  return `${row.label}${mark}: ${formatCount(row.count)} ${countUnit}, ${mean}${range}, ${WORDS[verdict]}`;
}
