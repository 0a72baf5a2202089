import { getArbitrageBalance, type RouteOutput } from '@riptide/contracts/calls';
import { UNKNOWN, formatUsd } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { Num } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { cn } from '../../../ui/cn.ts';

/** Specified poll interval of balances. */
const BALANCE_INTERVAL_MS = 15_000;

type Balances = RouteOutput<typeof getArbitrageBalance>;

/** What arbitrage can use at each venue, in the account its orders go to. */
export function BalancesPanel() {
  const balances = useCall(getArbitrageBalance, { intervalMs: BALANCE_INTERVAL_MS });
  const data = balances.data;
  return (
    <Panel
      title="Venue balances"
      age={<AgeTag isShort atSeconds={data?.timestamp ?? null} intervalMs={BALANCE_INTERVAL_MS} />}
    >
      {data ? (
        <ul className={cn(balances.isError && 'stale')}>
          {data.balances.map((row) => (
            <BalanceLine key={row.venue} row={row} />
          ))}
          {data.balances.length === 0 ? <EmptyState title="No venue has told its balance yet" /> : null}
          <li className="flex justify-between gap-2 px-3.5 py-2 text-[12px]">
            <b className="font-semibold">{data.mode === 'mixed' ? 'Total' : `Total ${data.mode.toUpperCase()}`}</b>
            <span className="tabular" title={data.mode === 'mixed' ? 'Paper and live are never one sum' : undefined}>
              {data.mode === 'mixed' ? 'paper and live apart' : formatUsd(data.total_usd)}
            </span>
          </li>
        </ul>
      ) : balances.isError ? (
        <ErrorState error={balances.error} fallback="Failed to load balances" onRetry={() => void balances.refetch()} />
      ) : (
        <LoadingRows rows={4} label="Loading balances" />
      )}
    </Panel>
  );
}

function BalanceLine({ row }: { row: Balances['balances'][number] }) {
  return (
    <li className="border-b border-line1 px-3.5 py-2 text-[12px]">
      <div className="tabular flex items-center gap-2">
        <b className="font-[550]">{row.venue}</b>
        <ModeChip execution={row.mode} />
        <span className="flex-1" />
        <Num kind="usd" value={row.equity_usd} />
      </div>
      {row.status === 'available' ? (
        <dl className="tabular mt-0.5 flex flex-wrap gap-x-3 text-2xs text-fg3">
          <Fact name="free" value={formatUsd(row.free_usd)} />
          <Fact name="margin" value={formatUsd(row.margin_usd)} />
          {(row.unrealized_pnl ?? 0) === 0 ? null : <Fact name="unrealized" value={formatUsd(row.unrealized_pnl)} />}
        </dl>
      ) : (
        <p className="mt-0.5 text-2xs text-warn">{row.reason ?? UNKNOWN}</p>
      )}
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd className="text-fg2">{value}</dd>
    </div>
  );
}
