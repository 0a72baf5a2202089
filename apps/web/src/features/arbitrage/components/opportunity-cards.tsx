import type { Opportunity } from '@riptide/contracts/calls';
import { memo, useState } from 'react';
import { formatBps, formatShortUsd, formatUsd } from '../../../lib/format.ts';
import { Num } from '../../../shared/num.tsx';
import { VenueWay } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import {
  edgeBps,
  modeWords,
  isMappingDoubtful,
  type EdgeKind,
} from '../../../shared/opportunities/opportunity-view.ts';
import { ActionButton } from './action-button.tsx';
import { CostBar } from './cost-bar.tsx';
import { MappingDoubt } from '../../../shared/opportunities/mapping-doubt.tsx';
import { Collecting, QuoteAge } from './opportunity-row.tsx';
import { StatusTag } from '../../../shared/opportunities/status-tag.tsx';
import { useLiveRow } from './use-live-row.ts';

interface CardsProps {
  readonly rows: readonly Opportunity[];
  readonly kind: EdgeKind;
  readonly onOpen: (id: string) => void;
}

const STEP = 5;

/** The opportunities on a phone: cards with the same facts, five at a time. */
export function OpportunityCards({ rows, kind, onOpen }: CardsProps) {
  const [shown, setShown] = useState(STEP);
  return (
    <div>
      <ul aria-label="Live opportunities">
        {rows.slice(0, shown).map((row, place) => (
          <Card key={place} picture={row} kind={kind} onOpen={onOpen} />
        ))}
      </ul>
      {rows.length > shown ? (
        <div className="px-3.5 py-3">
          <Button wide onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, rows.length - shown)} more of {rows.length}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface CardProps {
  readonly picture: Opportunity;
  readonly kind: EdgeKind;
  readonly onOpen: (id: string) => void;
}

const Card = memo(function Card({ picture, kind, onOpen }: CardProps) {
  const { row = picture, isGone = true, isOld = true } = useLiveRow(picture.id, picture) ?? {};
  const edge = edgeBps(row, kind);
  return (
    <li
      className={cn(
        'tabular flex flex-col gap-2.5 border-b border-line1 px-3.5 py-3 last:border-b-0',
        (isGone || isOld) && 'stale',
      )}
    >
      <div className="flex items-center gap-2">
        <b className="text-md font-semibold">{row.asset}</b>
        {isMappingDoubtful(row) ? <MappingDoubt /> : null}
        <VenueWay from={row.buy_exchange} to={row.sell_exchange} />
        <span className="flex-1" />
        <StatusTag row={row} />
      </div>
      <button
        type="button"
        onClick={() => onOpen(row.id)}
        aria-label={`Breakdown of ${row.asset}, ${row.buy_exchange} to ${row.sell_exchange}`}
        className="flex min-h-11 items-end justify-between gap-3 text-left"
      >
        <span className="flex flex-col">
          <span className="text-2xs text-fg3">Edge (Net bps)</span>
          <span>
            {edge === null ? (
              <Collecting row={row} />
            ) : (
              <Num kind="bps" value={edge} coloured className="text-[18px] font-semibold" />
            )}{' '}
            <span className="text-fg3">of {formatBps(row.gross_bps)}</span>
          </span>
        </span>
        <CostBar row={row} kind={kind} width={92} />
        <span className="flex flex-col text-right">
          <span className="text-2xs text-fg3">Volume</span>
          {formatShortUsd(row.volume_usd)}
        </span>
      </button>
      <div className="flex justify-between text-2xs text-fg3">
        <span>{modeWords(row)}</span>
        <span>capacity {formatUsd(row.capacity_usd, 0)}</span>
        {isGone ? <span>gone</span> : <QuoteAge row={row} />}
      </div>
      {row.policy === 'executable' ? (
        <ActionButton row={row} onOpen={() => onOpen(row.id)} isLarge />
      ) : (
        <div className="flex items-center justify-between gap-3">
          <p className={cn('min-w-0 text-[12px]', row.policy === 'blocked' ? 'text-danger' : 'text-warn')}>
            {row.policy_reason}
          </p>
          <ActionButton row={row} onOpen={() => onOpen(row.id)} />
        </div>
      )}
    </li>
  );
});
