import { useState } from 'react';
import { formatCount, formatPnl } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { HistoryCourse } from '../api/use-history.ts';
import { calendarCells, type CalendarCell } from '../model/calendar-weeks.ts';

const HEIGHT_PX = 236;
const LABEL_PX = 30;
const TOP_PX = 16;
const WEEKDAYS = ['Mon', '', 'Wed', '', 'Fri', '', 'Sun'] as const;
/** The faintest day can still be told from an empty one. */
const OPACITY = { least: 0.22, most: 0.82 } as const;

interface CalendarPanelProps {
  readonly course: HistoryCourse | undefined;
  readonly days: number;
}

/** Net results of UTC days as a calendar: colour and sign say which way, strength how much. */
export function CalendarPanel({ course, days }: CalendarPanelProps) {
  const nowS = Math.floor(useNow() / 60_000) * 60;
  const [shown, setShown] = useState<CalendarCell | null>(null);
  const cells = course ? calendarCells(course.daily, { days, nowS }) : [];
  const active = cells.filter(({ net }) => net !== null);
  const readout = shown ?? active.at(-1) ?? null;
  return (
    <Panel title="P&L calendar" note={<span className="text-xs text-fg3">UTC days</span>} className="h-full">
      <div className="flex flex-col gap-2 px-3.5 py-3" style={{ minHeight: HEIGHT_PX + 56 }}>
        <p className="tabular min-h-[18px] text-xs text-fg2">
          {course === undefined
            ? null
            : readout === null
              ? 'No trade closed in these days.'
              : `${dateOf(readout.day)}: ${readout.net === null ? 'nothing closed' : `${formatPnl(readout.net)} in ${formatCount(readout.trades)} ${readout.trades === 1 ? 'trade' : 'trades'}`}`}
        </p>
        {course === undefined ? (
          <Skeleton width="100%" height={HEIGHT_PX} />
        ) : (
          <Calendar cells={cells} onShow={setShown} />
        )}
      </div>
    </Panel>
  );
}

function Calendar({ cells, onShow }: { cells: readonly CalendarCell[]; onShow: (cell: CalendarCell | null) => void }) {
  const weeks = Math.max(...cells.map(({ week }) => week)) + 1;
  const most = Math.max(...cells.map(({ net }) => Math.abs(net ?? 0)), 1e-9);
  const rowPx = (HEIGHT_PX - TOP_PX) / 7;
  const active = cells.filter(({ net }) => net !== null);
  const summary = `Net result of ${cells.length} UTC days: ${
    active.length === 0
      ? 'no trade closed'
      : active.map(({ day, net }) => `${dateOf(day)} ${formatPnl(net)}`).join(', ')
  }`;
  const left = (week: number): string => `calc(${LABEL_PX}px + (100% - ${LABEL_PX}px) * ${week / weeks})`;
  return (
    <div
      role="img"
      aria-label={summary}
      className="tabular relative text-[10.5px] text-fg3"
      style={{ height: HEIGHT_PX }}
      onPointerLeave={() => onShow(null)}
    >
      {WEEKDAYS.map((name, row) => (
        <span key={row} className="absolute left-0" style={{ top: TOP_PX + row * rowPx + rowPx / 2 - 8 }}>
          {name}
        </span>
      ))}
      {monthMarks(cells).map(({ week, text }) => (
        <span key={week} className="absolute top-0" style={{ left: left(week) }}>
          {text}
        </span>
      ))}
      <svg
        aria-hidden
        className="absolute"
        style={{ left: LABEL_PX, top: TOP_PX, width: `calc(100% - ${LABEL_PX}px)`, height: HEIGHT_PX - TOP_PX }}
      >
        {cells.map((cell) => (
          <Cell key={cell.day} cell={cell} weeks={weeks} most={most} rowPx={rowPx} onShow={onShow} />
        ))}
      </svg>
    </div>
  );
}

interface CellProps {
  readonly cell: CalendarCell;
  readonly weeks: number;
  readonly most: number;
  readonly rowPx: number;
  readonly onShow: (cell: CalendarCell) => void;
}

function Cell({ cell, weeks, most, rowPx, onShow }: CellProps) {
  const { net, week, weekday } = cell;
  const width = 100 / weeks;
  const strength = OPACITY.least + (OPACITY.most - OPACITY.least) * Math.sqrt(Math.abs(net ?? 0) / most);
  return (
    <g onPointerEnter={() => onShow(cell)}>
      <rect
        x={`${(week + 0.04) * width}%`}
        width={`${width * 0.92}%`}
        y={weekday * rowPx + 1.5}
        height={rowPx - 3}
        rx="3"
        fill={net === null ? 'var(--bg2)' : net >= 0 ? 'var(--up)' : 'var(--down)'}
        fillOpacity={net === null ? 1 : strength}
        stroke="var(--line1)"
      />
      {net === null ? null : (
        <text
          x={`${(week + 0.5) * width}%`}
          y={weekday * rowPx + rowPx / 2 + 4}
          textAnchor="middle"
          fontSize="10.5"
          fontWeight="600"
          fill="var(--fg1)"
        >
          {weeks <= 6 ? formatPnl(net) : net >= 0 ? '+' : '-'}
        </text>
      )}
    </g>
  );
}

function dateOf(day: number): string {
  return new Date(day * 1000).toISOString().slice(0, 10);
}

/** The first column of each month carries its name. */
function monthMarks(cells: readonly CalendarCell[]): readonly { readonly week: number; readonly text: string }[] {
  const marks: { week: number; text: string }[] = [];
  let month = '';
  for (const { day, week } of cells) {
    const text = new Date(day * 1000).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
    const last = marks.at(-1);
    if (text !== month && last?.week === week) last.text = text;
    else if (text !== month) marks.push({ week, text });
    month = text;
  }
  return marks;
}
