import type { Opportunity } from '@riptide/contracts/calls';
import { memo } from 'react';
import { formatBps, formatCompactUsd, formatShortBps, formatShortUsd, formatUsd } from '../../../lib/format.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Num } from '../../../shared/num.tsx';
import { VenueWay } from '../../../shared/venue.tsx';
import { cn } from '../../../ui/cn.ts';
import { HoverCard } from '../../../ui/hover-card.tsx';
import { QUOTE_LIMIT_MS, rowAgeMs } from '../../../shared/opportunities/row-age.ts';
import {
  edgeBps,
  isMappingDoubtful,
  modeWords,
  type EdgeKind,
} from '../../../shared/opportunities/opportunity-view.ts';
import { ActionButton } from './action-button.tsx';
import { Breakdown } from './breakdown.tsx';
import { figuresOfRow } from '../model/cost-parts.ts';
import { CostBar } from './cost-bar.tsx';
import { MappingDoubt } from '../../../shared/opportunities/mapping-doubt.tsx';
import { StatusTag } from '../../../shared/opportunities/status-tag.tsx';
import { useFlash } from './use-flash.ts';
import { useLiveRow } from './use-live-row.ts';

export interface OpportunityRowProps {
  /** The row as it was when the order was last taken; shown dimmed once the live one is gone. */
  readonly picture: Opportunity;
  readonly index: number;
  readonly kind: EdgeKind;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string) => void;
}

/** One opportunity; only its own changes draw it again. */
export const OpportunityRow = memo(function OpportunityRow(props: OpportunityRowProps) {
  const { picture, index, kind, isSelected, isTabStop, onOpen, onSelect } = props;
  const { row = picture, isGone = true, isOld = true } = useLiveRow(picture.id, picture) ?? {};
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
      className={cn('row-live', isSelected && 'row-selected', (isGone || isOld) && 'stale')}
    >
      <td className="font-semibold">
        <span className="flex items-center gap-1.5">
          {row.asset}
          {isMappingDoubtful(row) ? <MappingDoubt /> : null}
        </span>
      </td>
      <td className="text-fg2">{modeWords(row)}</td>
      <td>
        <VenueWay from={row.buy_exchange} to={row.sell_exchange} />
      </td>
      <td className="num text-fg2">
        <span title={`${formatBps(row.gross_bps)} bps`}>{formatShortBps(row.gross_bps)}</span>
      </td>
      <EdgeCell row={row} kind={kind} />
      <td className="col-costs">
        <CostBar row={row} kind={kind} width={48} />
      </td>
      <td className="num">
        <span title={formatUsd(row.volume_usd)}>{formatShortUsd(row.volume_usd)}</span>
      </td>
      <td className="num overflow-clip text-fg2">{isGone ? 'gone' : <QuoteAge row={row} />}</td>
      <td className="col-capacity num text-fg2">
        <span title={formatUsd(row.capacity_usd)}>{formatCompactUsd(row.capacity_usd)}</span>
      </td>
      <td>
        <StatusTag row={row} />
      </td>
      <td className="num">
        <ActionButton row={row} onOpen={() => onOpen(row.id)} />
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
            {edge === null ? <Collecting row={row} /> : <Num kind="bps" value={edge} coloured />}
          </span>
        }
      >
        {() => (
          <>
            <div className="flex items-center justify-between gap-3 border-b border-line1 px-3.5 py-2.5">
              <b className="font-semibold">
                {row.asset} · {row.buy_exchange} → {row.sell_exchange}
              </b>
              <span className="text-fg3">at {formatUsd(row.volume_usd)}</span>
            </div>
            <Breakdown figures={figuresOfRow(row)} kind={kind} />
          </>
        )}
      </HoverCard>
    </td>
  );
}

/** In place of a round trip that is not known yet. */
export function Collecting({ row }: { row: Opportunity }) {
  const samples = row.exit_spread_samples;
  const far = samples === undefined ? '' : `, ${samples} so far`;
  return (
    <span className="font-normal text-fg3" title={`The usual exit spread needs 30 samples${far}`}>
      collecting
    </span>
  );
}

/** How old the row's data are, from their own time. */
export function QuoteAge({ row }: { row: Opportunity }) {
  const { serverClock } = useRuntime();
  const ageMs = rowAgeMs(row, serverClock.toServerMs(useNow()));
  return <span className={cn(ageMs > QUOTE_LIMIT_MS && 'text-danger')}>{formatAge(ageMs)}</span>;
}
