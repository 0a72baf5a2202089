import type { TradingStatus } from '@riptide/contracts/calls';
import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../lib/api-problem.ts';
import { formatBps, formatChangePct, formatCount, UNKNOWN } from '../../lib/format.ts';
import { AgeTag, useAgeMs } from '../../shared/age-tag.tsx';
import { freshnessOf } from '../../shared/freshness.ts';
import { Help } from '../../shared/help.tsx';
import { Num, Px, Unknown } from '../../shared/num.tsx';
import { ErrorState, LoadingRows } from '../../shared/panel-states.tsx';
import { Panel } from '../../shared/panel.tsx';
import { startRefusal, StartTradingButton } from '../../shared/trading-engine/start-trading-button.tsx';
import {
  isLoginMissing,
  LOGIN_TEXT,
  MODE_WORDS,
  RISK_WORDS,
  TRADING_STATUS_INTERVAL_MS,
  useStartTrading,
  useStopTrading,
  useTradingStatus,
} from '../../shared/trading-engine/use-trading-engine.ts';
import { useKillRefusal } from '../../shared/use-kill-state.ts';
import { useLivePrice } from '../../shared/use-live-price.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Dot } from '../../ui/dot.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CurrentPosition } from './current-position.tsx';
import { LastDecision } from './last-decision.tsx';

interface TradingPanelProps {
  /** At the right of the header, e.g. a link to the trading page. */
  readonly action?: ReactNode;
  readonly className?: string;
}

/** The trading engine: whether it runs, its account, its position, its figures, and the button that starts or stops it. */
export function TradingPanel({ action, className }: TradingPanelProps) {
  const query = useTradingStatus();
  const status = query.data;
  const isLoggedOut = isLoginMissing(query.error);
  return (
    <Panel
      title="Trading Engine"
      className={className}
      age={<AgeTag atSeconds={status?.atSeconds ?? null} intervalMs={TRADING_STATUS_INTERVAL_MS} isShort />}
      actions={action}
    >
      {isLoggedOut ? (
        <p className="px-3.5 py-4 text-sm text-fg2">{LOGIN_TEXT}</p>
      ) : (
        <>
          {query.isError ? <StatusError error={query.error} onRetry={() => void query.refetch()} /> : null}
          {status ? <Body status={status} /> : query.isError ? null : <LoadingRows rows={9} label="Loading" />}
        </>
      )}
    </Panel>
  );
}

function StatusError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnreached = error instanceof ApiProblem && ['network', 'timeout'].includes(error.facts.code);
  return (
    <ErrorState
      error={error}
      fallback={isUnreached ? 'Connection error' : 'Failed to get trading status'}
      onRetry={onRetry}
    />
  );
}

function Body({ status }: { status: TradingStatus & { readonly atSeconds: number } }) {
  const ageMs = useAgeMs(status.atSeconds);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, TRADING_STATUS_INTERVAL_MS));
  const { stats } = status;
  return (
    <div className={cn('flex flex-1 flex-col gap-2.5 px-3.5 py-3 text-sm', isOld && 'stale')}>
      <div className="flex items-center justify-between gap-3">
        <Tag tone={status.active ? 'ok' : 'neutral'}>
          <Dot tone={status.active ? 'ok' : 'off'} small />
          {status.active ? 'Active' : 'Stopped'}
        </Tag>
        <span className="text-right text-fg2">
          {MODE_WORDS[status.mode]} · {RISK_WORDS[status.risk_level]} · {status.exchange}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-[7px]">
        <Fact label="Account equity">
          <Num kind="usd" value={status.account.equity} />
        </Fact>
        <Fact label="Symbol">
          <SymbolPrice symbol={status.symbol} />
        </Fact>
      </dl>
      <hr className="border-line1" />
      <CurrentPosition status={status} />
      <hr className="border-line1" />
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-[7px]">
        <Fact label="Trades">{formatCount(stats.trades_taken)}</Fact>
        <Fact
          label={
            <span className="inline-flex items-center gap-1">
              Average edge <Help term="averageEdge" />
            </span>
          }
        >
          {stats.avg_edge_bps === null ? <Unknown /> : `${formatBps(stats.avg_edge_bps)} bps`}
        </Fact>
      </dl>
      <LastDecision isActive={status.active} />
      <span className="flex-1" />
      <Switcher status={status} />
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg2">{label}</dt>
      <dd className="text-right font-[550]">{children}</dd>
    </>
  );
}

function SymbolPrice({ symbol }: { symbol: string }) {
  const price = useLivePrice(symbol);
  const change = formatChangePct(price?.change_24h);
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-1.5">
      <span>{symbol}</span>
      <Px value={price?.price} tick={price?.tick_size} />
      {change === UNKNOWN ? null : (
        <span title="In 24 hours" className={change.startsWith('-') ? 'text-down' : 'text-up'}>
          {change}
        </span>
      )}
    </span>
  );
}

/** The one button: starts while stopped, stops while active. */
function Switcher({ status }: { status: TradingStatus }) {
  const start = useStartTrading();
  const stop = useStopTrading();
  const left = status.positions.length;
  const killed = useKillRefusal();
  const refusal = status.active ? null : (killed ?? startRefusal(status));
  if (isLoginMissing(start.error) || isLoginMissing(stop.error)) return <p className="text-fg2">{LOGIN_TEXT}</p>;
  return (
    <div className="flex flex-col gap-2">
      {status.active ? (
        <Button look="stop" wide pending={stop.isPending} onClick={() => stop.mutate({ body: {} })}>
          <Square size={13} strokeWidth={2.4} aria-hidden />
          Stop Trading
        </Button>
      ) : (
        <StartTradingButton look="go" wide status={status} command={start} />
      )}
      {refusal === null ? null : <p className="text-[12px] text-warn">{refusal}</p>}
      {!status.active && left > 0 ? (
        <p className="text-[12px] text-fg2">
          {left === 1 ? '1 position stays open' : `${left} positions stay open`}. Stops and targets go on being managed.
        </p>
      ) : null}
    </div>
  );
}
