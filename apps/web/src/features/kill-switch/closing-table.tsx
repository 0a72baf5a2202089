import { formatPx, formatQty } from '../../lib/format.ts';
import { Num, Unknown } from '../../shared/num.tsx';
import { VENUE_SHORT } from '../../shared/venue.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { KillEstimate } from './kill-levels.ts';

/** The positions that would be closed, each with what it holds, stands at and would close at. */
export function ClosingTable({ positions }: { positions: KillEstimate['positions'] }) {
  if (positions.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div
      role="region"
      aria-label="Positions to close"
      tabIndex={0}
      className="max-h-44 flex-none overflow-auto rounded-ctl border border-line1"
    >
      <table className="tabular w-full text-[12px]">
        <tbody>
          {positions.map((position) => (
            <tr key={position.id} className="border-b border-line1 last:border-b-0">
              <td className="px-3 py-1.5 font-semibold whitespace-nowrap">
                {position.symbol} <small className="font-medium text-fg3">{VENUE_SHORT[position.venue]}</small>
              </td>
              <td className="px-1 py-1.5">
                <Tag tone={position.mode === 'live' ? 'warn' : 'neutral'}>
                  {position.side === 'long' ? '↗ Long' : '↘ Short'}
                </Tag>
              </td>
              <td className="px-2 py-1.5 text-right max-sm:hidden">{formatQty(position.size)}</td>
              <td className="px-2 py-1.5 text-right">
                <Num kind="pnl" value={position.pnl} coloured />
              </td>
              <td className="px-3 py-1.5 text-right whitespace-nowrap text-fg3">
                <span className="max-sm:sr-only">closes at </span>
                {position.close_price === null ? <Unknown /> : `~${formatPx(position.close_price)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
