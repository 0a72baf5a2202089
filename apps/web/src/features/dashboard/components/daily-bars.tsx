import { formatPnl } from '../../../lib/format.ts';
import { formatExact, type Zone } from '../../../lib/format-time.ts';
import type { EquityCourse } from '../../../shared/portfolio-calls.ts';

interface DailyBarsProps {
  readonly days: EquityCourse['daily'];
  readonly heightPx: number;
  readonly zone: Zone;
  /** Told under the pointer and with focus, null when it leaves. */
  readonly onDay: (index: number | null) => void;
}

const GAP_PX = 34;

/** Net results of UTC days as bars around zero, each a stop of its own for pointers. */
export function DailyBars({ days, heightPx, zone, onDay }: DailyBarsProps) {
  const most = Math.max(...days.map(({ net_usd }) => Math.abs(net_usd)), 1e-9);
  const hasLoss = days.some(({ net_usd }) => net_usd < 0);
  const hasGain = days.some(({ net_usd }) => net_usd >= 0);
  const room = heightPx - GAP_PX;
  const zeroY = hasLoss && hasGain ? room / 2 : hasLoss ? 8 : room - 8;
  const scale = (hasLoss && hasGain ? room / 2 - 8 : room - 16) / most;
  const width = 100 / days.length;
  const date = (at: number): string => formatExact(at * 1000, 'utc').slice(5, 10);
  const marks = markPlaces(days.length);
  const summary = `Net result of ${days.length} UTC days: ${days.map((day) => `${date(day.day)} ${formatPnl(day.net_usd)}`).join(', ')}`;
  return (
    <svg
      role="img"
      aria-label={summary}
      width="100%"
      height={heightPx}
      className="block"
      data-zone={zone}
      onPointerLeave={() => onDay(null)}
    >
      <line x1="0" x2="100%" y1={zeroY} y2={zeroY} stroke="var(--line2)" />
      {days.map((day, at) => {
        const tall = Math.max(1, Math.abs(day.net_usd) * scale);
        return (
          <g key={day.day} onPointerEnter={() => onDay(at)}>
            <rect x={`${at * width}%`} y="0" width={`${width}%`} height={room} fill="transparent" />
            <rect
              x={`${(at + 0.14) * width}%`}
              width={`${width * 0.72}%`}
              y={day.net_usd >= 0 ? zeroY - tall : zeroY}
              height={tall}
              rx="1.5"
              fill={day.net_usd >= 0 ? 'var(--up)' : 'var(--down)'}
              opacity={0.85}
            />
            {marks.has(at) ? (
              <text x={`${(at + 0.5) * width}%`} y={heightPx - 8} textAnchor="middle" fontSize="10.5" fill="var(--fg3)">
                {date(day.day)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** At most eight dates stand below, evenly. */
function markPlaces(count: number): ReadonlySet<number> {
  const step = Math.max(1, Math.ceil(count / 8));
  return new Set(Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step));
}
