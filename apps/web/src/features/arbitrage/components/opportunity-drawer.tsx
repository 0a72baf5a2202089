import type { ArbExecution, Opportunity } from '@riptide/contracts/calls';
import { formatUsd } from '../../../lib/format.ts';
import { formatAge, formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import {
  edgeBps,
  isMappingDoubtful,
  modeWords,
  type EdgeKind,
} from '../../../shared/opportunities/opportunity-view.ts';
import { StatusTag } from '../../../shared/opportunities/status-tag.tsx';
import { ExecuteTicket } from '../execute/execute-ticket.tsx';
import { WhyNot } from '../execute/why-not.tsx';
import { useLiveRow } from './use-live-row.ts';

interface DrawerProps {
  readonly id: string | null;
  /** The row as it was last seen on the page, for when the live one is gone. */
  readonly picture: Opportunity | undefined;
  readonly kind: EdgeKind;
  readonly onClose: () => void;
  /** After it is gone, to give the focus back. */
  readonly onClosed: () => void;
  readonly onExecuted: (trade: ArbExecution) => void;
  readonly onSetting: (setting: string) => void;
}

/** Everything about one opportunity, live, in a drawer: its costs at a size, the order of both legs, and why it is not traded. */
export function OpportunityDrawer({ id, picture, onClose, onClosed, ...rest }: DrawerProps) {
  const live = useLiveRow(id ?? '', picture);
  const row = live?.row;
  return (
    <Sheet
      open={id !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onClosed={onClosed}
      title={row ? `${row.asset} · ${row.buy_exchange} → ${row.sell_exchange}` : 'Opportunity'}
      note={row ? <StatusTag row={row} /> : null}
    >
      {row ? (
        <Details key={row.id} row={row} isGone={live?.isGone ?? true} {...rest} />
      ) : (
        <EmptyState title="This opportunity is gone">
          The books moved on. It comes back here when the pair does.
        </EmptyState>
      )}
    </Sheet>
  );
}

interface DetailsProps extends Pick<DrawerProps, 'kind' | 'onExecuted' | 'onSetting'> {
  readonly row: Opportunity;
  readonly isGone: boolean;
}

function Details({ row, kind, isGone, onExecuted, onSetting }: DetailsProps) {
  const { zone } = usePreferences();
  return (
    <>
      <div className={isGone ? 'stale' : undefined}>
        {isGone ? (
          <p className="px-3.5 pt-3 text-sm text-warn">This opportunity is gone; these are its last figures.</p>
        ) : null}
        <p className="px-3.5 pt-3 text-sm text-fg2">
          {modeWords(row)} on {row.symbol}, {formatUsd(row.volume_usd)} per leg, alive for {formatAge(row.alive_ms)}.
          {(edgeBps(row, kind) ?? 0) < 0 ? ' The costs are more than the spread.' : ''}
        </p>
        {row.policy_reason === null ? null : <p className="px-3.5 pt-2 text-sm text-warn">{row.policy_reason}</p>}
        {isMappingDoubtful(row) ? (
          <p className="px-3.5 pt-2 text-sm text-warn">
            Over 300 bps: check symbol mapping. The two venues may list two coins under one ticker.
          </p>
        ) : null}
      </div>
      <ExecuteTicket row={row} kind={kind} onExecuted={onExecuted} />
      <WhyNot id={row.id} onSetting={onSetting} />
      <p className="px-3.5 pb-4 text-2xs text-fg3">Computed {formatExact(row.timestamp * 1000, zone)}</p>
    </>
  );
}
