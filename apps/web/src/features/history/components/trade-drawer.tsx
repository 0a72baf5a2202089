import { getHistoryTrade, type HistoryItem, type HistoryTrade } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { CircleDollarSign, Flag, ListPlus, Repeat, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAge, formatExact } from '../../../lib/format-time.ts';
import { formatQty } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { Num, Px, Unknown } from '../../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { HISTORY_INTERVAL_MS } from '../api/use-history.ts';
import { exitWord, timelineOf, type TimelineStep } from '../model/trade-timeline.ts';
import { TradeChart } from './trade-chart.tsx';
import { engineWord, TradeSide, TradeSymbol } from './trade-columns.tsx';

const ICONS: Readonly<Record<TimelineStep['kind'], typeof Flag>> = {
  decision: Zap,
  order: ListPlus,
  fill: Repeat,
  income: CircleDollarSign,
  exit: Flag,
};

/** One closed trade, whole: what led to it, every order and fill, how it ended and what it came to. */
export function TradeDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Sheet open={id !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()} title="Trade">
      {id === undefined ? null : <Content id={id} />}
    </Sheet>
  );
}

function Content({ id }: { id: string }) {
  const query = useCall(getHistoryTrade, { input: { query: { id } }, intervalMs: HISTORY_INTERVAL_MS });
  if (query.data) return <Whole told={query.data} />;
  if (query.isError)
    return <ErrorState error={query.error} fallback="Failed to load the trade" onRetry={() => void query.refetch()} />;
  return <LoadingRows rows={10} label="Loading the trade" />;
}

function Whole({ told }: { told: HistoryTrade }) {
  const { zone } = usePreferences();
  const { trade, legs } = told;
  return (
    <div className="tabular flex flex-col gap-4 px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <TradeSymbol row={trade} />
        <TradeSide row={trade} />
        <span className="text-fg2">{engineWord(trade.engine)}</span>
        <span className="flex-1" />
        <time className="text-xs text-fg3" dateTime={new Date(trade.timestamp * 1000).toISOString()}>
          {formatExact(trade.timestamp * 1000, zone)}
        </time>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <Fact label="Size">{formatQty(trade.size)}</Fact>
        <Fact label="Entry / exit">
          <Px value={trade.price} tick={trade.tick_size} /> / <Px value={trade.exit_price} tick={trade.tick_size} />
        </Fact>
        <Fact label="Slippage">
          <Slippage trade={trade} />
        </Fact>
        <Fact label="Held">{trade.hold_seconds === null ? <Unknown /> : formatAge(trade.hold_seconds * 1000)}</Fact>
        <Fact label="Exit">{trade.exit === null ? <Unknown /> : exitWord(trade.exit)}</Fact>
      </dl>
      <section aria-label="Result">
        <h3 className="mb-1.5 font-semibold">Result</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <Fact label="Gross">
            <Num kind="pnl" value={trade.gross_pnl} />
          </Fact>
          <Fact label={trade.liquidation_fee > 0 ? 'less fees, liquidation fee in them' : 'less fees'}>
            <Num kind="usd" value={trade.fees} />
          </Fact>
          <Fact label="plus funding">
            <Num kind="pnl" value={trade.funding} />
          </Fact>
          <Fact label="Net">
            <Num kind="pnl" value={trade.pnl} coloured className="font-semibold" />
          </Fact>
        </dl>
      </section>
      {legs.length === 0 ? null : (
        <section aria-label="Other legs">
          <h3 className="mb-1.5 font-semibold">Other leg of the pair</h3>
          <ul className="flex flex-col gap-1.5">
            {legs.map((leg) => (
              <li key={leg.id} className="flex flex-wrap items-center gap-2">
                <TradeSymbol row={leg} />
                <TradeSide row={leg} />
                <span className="flex-1" />
                <Num kind="pnl" value={leg.pnl} coloured />
              </li>
            ))}
          </ul>
        </section>
      )}
      <TradeChart trade={trade} />
      <Timeline told={told} />
      <Links told={told} />
    </div>
  );
}

/** How much worse the entry was than the price at which it was decided. */
function Slippage({ trade }: { trade: HistoryItem }) {
  if (typeof trade.slippage_bps !== 'number') return <Unknown />;
  return (
    <>
      <Num kind="signed-bps" value={trade.slippage_bps} /> bps
      {trade.slippage_bps === 0 ? '' : trade.slippage_bps > 0 ? ' (worse)' : ' (better)'} than{' '}
      <Px value={trade.decision_price} tick={trade.tick_size} /> at the decision
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg3">{label}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

function Timeline({ told }: { told: HistoryTrade }) {
  const { zone } = usePreferences();
  return (
    <section aria-label="Timeline">
      <h3 className="mb-1.5 font-semibold">Timeline</h3>
      <ol className="ml-2 flex flex-col">
        {timelineOf(told).map((step) => {
          const Icon = ICONS[step.kind];
          return (
            <li key={step.id} className="relative flex gap-2.5 border-l border-line2 pb-3 pl-4 last:pb-0">
              <span className="absolute top-0.5 -left-[9px] grid size-[17px] place-items-center rounded-full border border-line2 bg-bg2 text-fg2">
                <Icon size={10} aria-hidden />
              </span>
              <div className="min-w-0">
                <p className="flex flex-wrap gap-x-2">
                  <b className="font-[550]">{step.title}</b>
                  <time className="text-xs text-fg3" dateTime={new Date(step.atSeconds * 1000).toISOString()}>
                    {formatExact(step.atSeconds * 1000, zone)}
                  </time>
                </p>
                <p className="text-fg2">{step.text}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** To the decision it came from, its execution and its rows in the audit log. */
function Links({ told }: { told: HistoryTrade }) {
  const { decision_id: decision, audit_ids: audits, trade } = told;
  const look = 'text-accent hover:underline';
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      {decision === null ? null : (
        <Link to="/app/ai-metrics" search={{ decision }} className={look}>
          Decision of the engine
        </Link>
      )}
      {trade.execution_id ? (
        <Link to="/app/arbitrage" search={{ trade: trade.execution_id }} className={look}>
          Arbitrage execution
        </Link>
      ) : null}
      {audits.map((id) => (
        <Link key={id} to="." href={`/app/pro-dashboard?auditTab=trades&auditId=${id}`} className={look}>
          {`Audit #${id}`}
        </Link>
      ))}
    </p>
  );
}
