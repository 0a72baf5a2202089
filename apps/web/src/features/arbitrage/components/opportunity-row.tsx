import type { Opportunity } from '@riptide/contracts';
import { memo } from 'react';
import { formatBps, formatCompactUsd, formatUsd } from '../../../lib/format.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Num } from '../../../shared/num.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { cn } from '../../../ui/cn.ts';
import { HoverCard } from '../../../ui/hover-card.tsx';
import { edgeBps, isMappingDoubtful, modeWords, type EdgeKind } from '../model/opportunity-view.ts';
import { ActionButton } from './action-button.tsx';
import { Breakdown } from './breakdown.tsx';
import { CostBar } from './cost-bar.tsx';
import { MappingDoubt } from './mapping-doubt.tsx';
import { StatusTag } from './status-tag.tsx';
import { useFlash } from './use-flash.ts';
import { useLiveRow } from './use-live-row.ts';

export interface OpportunityRowProps {
  /** The row as it was when the order was last taken; shown dimmed once the live one is gone. */
  readonly picture: Opportunity;
  readonly index: number;
  readonly kind: EdgeKind;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly execution: 'paper' | 'live' | null;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string) => void;
}

/** One opportunity; only its own changes draw it again. */
export const OpportunityRow = memo(function OpportunityRow(props: OpportunityRowProps) {
  const { picture, index, kind, isSelected, isTabStop, execution, onOpen, onSelect } = props;
  const live = useLiveRow(picture.id);
  const row = live ?? picture;
  return (
    <tr
      data-id={row.id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('button')) onOpen(row.id);
      }}
      onFocus={() => onSelect(row.id)}
      className={cn('row-live', isSelected && 'row-selected', live === undefined && 'stale')}
    >
      <td className="font-semibold">
        <span className="flex items-center gap-1.5">
          {row.asset}
          {isMappingDoubtful(row) ? <MappingDoubt /> : null}
        </span>
      </td>
      <td className="text-fg2">{modeWords(row)}</td>
      <td>
        <Venues row={row} />
      </td>
      <td className="num text-fg2">{formatBps(row.gross_bps)}</td>
      <EdgeCell row={row} kind={kind} />
      <td className="col-costs">
        <CostBar row={row} kind={kind} width={48} />
      </td>
      <td className="num">{formatUsd(row.volume_usd, 0)}</td>
      <td className="num text-fg2">{live === undefined ? 'gone' : <QuoteAge row={row} />}</td>
      <td className="col-capacity num text-fg2">
        <span title={formatUsd(row.capacity_usd)}>{formatCompactUsd(row.capacity_usd)}</span>
      </td>
      <td>
        <StatusTag row={row} />
      </td>
      <td className="num">
        <ActionButton row={row} execution={execution} onView={() => onOpen(row.id)} />
      </td>
    </tr>
  );
});

function EdgeCell({ row, kind }: { row: Opportunity; kind: EdgeKind }) {
  const edge = edgeBps(row, kind);
  const flash = useFlash<HTMLTableCellElement>(row.id, edge);
  return (
    <td ref={flash} className="num font-semibold">
      <HoverCard
        trigger={
          <span className="cursor-help underline decoration-dotted underline-offset-3">
            <Num kind="bps" value={edge} coloured />
          </span>
        }
      >
        <div className="flex items-center justify-between gap-3 border-b border-line1 px-3.5 py-2.5">
          <b className="font-semibold">
            {row.asset} · {row.buy_exchange} → {row.sell_exchange}
          </b>
          <span className="text-fg3">at {formatUsd(row.volume_usd)}</span>
        </div>
        <Breakdown row={row} kind={kind} />
      </HoverCard>
    </td>
  );
}

/** From which venue to which. */
export function Venues({ row }: { row: Opportunity }) {
  return (
    <span className="flex items-center gap-[5px]">
      <VenueBadge venue={row.buy_exchange} />
      <span aria-hidden className="text-fg3">
        →
      </span>
      <span className="sr-only">to</span>
      <VenueBadge venue={row.sell_exchange} />
    </span>
  );
}

/** Older than this a book is not traded on; the server blocks at the same age. */
const QUOTE_LIMIT_MS = 2000;

/** The age of the older book when the row was computed, plus the time since. */
export function QuoteAge({ row }: { row: Opportunity }) {
  const { serverClock } = useRuntime();
  const ageMs = row.age_ms + serverClock.ageMs(row.timestamp, useNow());
  return (
    <span className={cn(ageMs > QUOTE_LIMIT_MS && row.policy !== 'executable' && 'text-danger')}>
      {formatAge(ageMs)}
    </span>
  );
}
