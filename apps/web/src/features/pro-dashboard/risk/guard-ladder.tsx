import { formatBps } from '../../../lib/format.ts';
import type { Ladder } from './model/ladder.ts';

/** The rungs of the guard in bps from the entry, for a long; a short has them the other way round. */
export function GuardLadder({ ladder }: { ladder: Ladder | null }) {
  if (ladder === null) return <p className="text-sm text-fg2">Enter stop, target and break-even to see the ladder.</p>;
  const { slBps, tpBps, breakevenBps, entry, breakeven, warning } = ladder;
  const summary = `SL ${formatBps(slBps)} bps below the entry, break-even armed ${formatBps(breakevenBps)} bps above it, TP ${formatBps(tpBps)} bps above it`;
  return (
    <div className="flex flex-col gap-1">
      <div role="img" aria-label={summary} className="tabular text-2xs">
        <div className="relative flex justify-between text-fg2">
          <span className="text-down">SL -{formatBps(slBps)}</span>
          <span className="text-up">TP +{formatBps(tpBps)}</span>
          <Caption at={entry}>Entry</Caption>
        </div>
        <svg width="100%" height="22" className="block overflow-visible" aria-hidden>
          <rect x="0" y="9" width={`${entry}%`} height="4" fill="var(--down)" opacity={0.55} />
          <rect x={`${entry}%`} y="9" width={`${100 - entry}%`} height="4" fill="var(--up)" opacity={0.55} />
          <Rung at={0} colour="var(--down)" />
          <Rung at={entry} colour="var(--fg1)" />
          <Rung at={breakeven} colour="var(--info)" />
          <Rung at={100} colour="var(--up)" />
        </svg>
        <div className="relative h-4">
          <Caption at={breakeven}>
            <span className="text-info">Break-even +{formatBps(breakevenBps)}</span>
          </Caption>
        </div>
      </div>
      <span className="text-2xs text-fg3">bps from the entry, long</span>
      {warning === null ? null : <p className="text-[12px] text-warn">{warning}</p>}
    </div>
  );
}

function Rung({ at, colour }: { at: number; colour: string }) {
  return <line x1={`${at}%`} x2={`${at}%`} y1="2" y2="20" stroke={colour} strokeWidth={3} strokeLinecap="round" />;
}

/** A caption under or over its rung that stays within the drawing. */
function Caption({ at, children }: { at: number; children: React.ReactNode }) {
  const place = Math.min(82, Math.max(18, at));
  return (
    <span className="absolute top-0 -translate-x-1/2 whitespace-nowrap" style={{ left: `${place}%` }}>
      {children}
    </span>
  );
}
