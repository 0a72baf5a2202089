import { getHistory, getTrailingOrders, type VenueName } from '@riptide/contracts/calls';
import { Suspense, useState, type ReactNode } from 'react';
import { formatChangePct, formatPx, UNKNOWN } from '../../lib/format.ts';
import { formatClock, formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useStreamState } from '../../lib/use-stream-state.ts';
import type { Candle } from '../../ui/candle-chart.tsx';
import { cn } from '../../ui/cn.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AgeTag, useAgeMs } from '../age-tag.tsx';
import { freshnessOf } from '../freshness.ts';
import { latePart } from '../late-part.tsx';
import { useCalmPriceRow } from '../market-feed/use-calm-price-row.ts';
import { usePriceRow } from '../market-feed/use-price-row.ts';
import { useTape } from '../market-feed/market-feed.tsx';
import { Px } from '../num.tsx';
import { useOpenOrders } from '../orders/use-open-orders.ts';
import { EmptyState, ErrorState } from '../panel-states.tsx';
import { Panel } from '../panel.tsx';
import { usePositions } from '../portfolio-calls.ts';
import { TRAILING_INTERVAL_MS } from '../trailing-interval.ts';
import { useEngineFeed } from '../topic-feeds.ts';
import { useCall } from '../use-call.ts';
import { Button } from '../../ui/button.tsx';
import { FundingNote } from './funding-note.tsx';
import { liquidationBubbles, orderLines, positionLines, tradeFills, trailingLines } from './chart-marks.ts';
import { decimalsOf, wordChart } from './live-candles.ts';
import { SHOWN_TIMEFRAMES, TIMEFRAME_S, type Timeframe } from './timeframes.ts';
import { CHART_INTERVAL_MS, useCandles } from './use-candles.ts';

const CandleChart = latePart('the chart', () => import('../../ui/candle-chart.tsx').then((each) => each.default));

interface MarketChartPanelProps {
  readonly symbol: string;
  readonly venue: VenueName;
  readonly timeframe: Timeframe;
  readonly onTimeframe: (timeframe: Timeframe) => void;
  readonly heightPx: number;
  /** At the right end of the header. */
  readonly action?: ReactNode;
  /** A part of a panel around it. */
  readonly isInner?: boolean;
  readonly className?: string;
}

/** Candles of one symbol with what the engines did there: fills, entry, stop and target, and the liquidations around them. */
export function MarketChartPanel(props: MarketChartPanelProps) {
  const { symbol, venue, timeframe, onTimeframe, action, isInner = false, className } = props;
  const price = useCalmPriceRow(symbol);
  const candles = useCandles({ symbol, venue, timeframe, price });
  return (
    <Panel
      title={symbol}
      className={className}
      isInner={isInner}
      note={
        // As wide whatever it holds, and one line high: what has no room is not shown, and nothing below moves when figures come.
        <span className="flex h-5 min-w-0 flex-[99_1_170px] flex-wrap items-center gap-x-2 overflow-hidden">
          <PriceNow symbol={symbol} />
          <FundingNote symbol={symbol} venue={venue} />
        </span>
      }
      age={
        <span className="flex min-w-[70px] justify-end max-sm:min-w-0">
          <AgeTag atSeconds={candles.atSeconds} intervalMs={CHART_INTERVAL_MS} isShort />
        </span>
      }
      actions={
        <>
          <Segmented
            label="Timeframe"
            value={timeframe}
            onChange={onTimeframe}
            segments={SHOWN_TIMEFRAMES.map((value) => ({ value, label: value }))}
          />
          {action}
        </>
      }
    >
      <Body {...props} price={price} source={candles} />
    </Panel>
  );
}

function PriceNow({ symbol }: { symbol: string }) {
  const price = usePriceRow(symbol);
  const change = formatChangePct(price?.change_24h);
  return (
    <>
      <span className="tabular text-md font-semibold" data-testid="chart-price">
        <Px value={price?.price} tick={price?.tick_size} />
      </span>
      {change === UNKNOWN ? null : (
        <span title="In 24 hours" className={change.startsWith('-') ? 'text-down' : 'text-up'}>
          {change}
        </span>
      )}
    </>
  );
}

interface BodyProps extends MarketChartPanelProps {
  readonly price: ReturnType<typeof useCalmPriceRow>;
  readonly source: ReturnType<typeof useCandles>;
}

function Body({ symbol, venue, timeframe, heightPx, onTimeframe, price, source }: BodyProps) {
  const { query, candles } = source;
  const { zone, theme, pnl } = usePreferences();
  const [pointed, setPointed] = useState<Candle | null>(null);
  const marks = useMarks({ symbol, venue, timeframeS: TIMEFRAME_S[timeframe] });
  const frozenText = useFrozenText(source.atSeconds);
  const formatTime = (atS: number): string => wordTime(atS, timeframe, zone);
  if (candles.length === 0) {
    return (
      <div className="flex flex-col justify-center" style={{ minHeight: heightPx }}>
        {query.isError ? (
          <ErrorState
            error={query.error}
            fallback={`No candles for ${symbol} ${timeframe} on ${venue}`}
            onRetry={() => void query.refetch()}
          />
        ) : query.isPending ? (
          <div role="status" aria-label="Loading the chart" className="px-3.5">
            <Skeleton width="100%" height={heightPx - 40} />
          </div>
        ) : (
          <EmptyState title={`No candles for ${symbol} ${timeframe} on ${venue}`}>
            <Button size="sm" onClick={() => void query.refetch()}>
              Retry
            </Button>
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <>
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the chart" onRetry={() => void query.refetch()} />
      ) : null}
      <div className="flex flex-1 flex-col px-2 pt-1.5">
        <Suspense fallback={<Skeleton width="100%" height={heightPx} />}>
          <CandleChart
            summary={wordChart({ symbol, candles, change24h: price?.change_24h ?? null, formatTime })}
            candles={candles}
            lines={marks.lines}
            fills={marks.fills}
            bubbles={marks.bubbles}
            heightPx={heightPx}
            decimals={decimalsOf(candles)}
            formatTime={formatTime}
            onCandle={setPointed}
            onDigit={(digit) => {
              const chosen = SHOWN_TIMEFRAMES[digit - 1];
              if (chosen) onTimeframe(chosen);
            }}
            frozenText={frozenText}
            look={`${symbol} ${venue} ${timeframe} ${theme} ${pnl} ${zone}`}
          />
        </Suspense>
      </div>
      <Legend candle={pointed ?? candles.at(-1) ?? null} zone={zone} />
    </>
  );
}

const TRADES_INTERVAL_MS = 30_000;

function useMarks(place: Parameters<typeof positionLines>[1]) {
  const positions = usePositions().data?.positions ?? [];
  const history = useCall(getHistory, {
    input: { query: { days: 7, engine: 'trading' } },
    intervalMs: TRADES_INTERVAL_MS,
  });
  const trailing = useCall(getTrailingOrders, { intervalMs: TRAILING_INTERVAL_MS }).data?.trailing_orders ?? [];
  const orders = useOpenOrders().data?.orders ?? [];
  const snipes = useEngineFeed()?.snipes ?? [];
  const tape = useTape();
  return {
    lines: [...positionLines(positions, place), ...orderLines(orders, place), ...trailingLines(trailing, place)],
    fills: tradeFills({ history: history.data?.history ?? [], positions, snipes }, place),
    bubbles: liquidationBubbles(tape, place),
  };
}

/** The chart stands still when neither the stream nor the server answers: it says since when. */
function useFrozenText(atSeconds: number | null): string | null {
  const ageMs = useAgeMs(atSeconds);
  const { phase } = useStreamState();
  const { zone } = usePreferences();
  if (atSeconds === null || ageMs === null) return null;
  const isOld = ['stale', 'lost'].includes(freshnessOf(ageMs, CHART_INTERVAL_MS));
  return isOld && phase !== 'open' ? `last update ${formatClock(atSeconds * 1000, zone)}` : null;
}

function wordTime(atS: number, timeframe: Timeframe, zone: Parameters<typeof formatClock>[1]): string {
  const text = formatExact(atS * 1000, zone);
  if (timeframe === '1d') return text.slice(0, 10);
  return TIMEFRAME_S[timeframe] >= 3600 ? text.slice(5, 16) : text.slice(11, 16);
}

function Legend({ candle, zone }: { candle: Candle | null; zone: Parameters<typeof formatClock>[1] }) {
  return (
    <div className="tabular flex flex-wrap items-center gap-x-4 gap-y-1 px-3.5 pt-1.5 pb-2.5 text-xs text-fg3">
      <Key token="--warn" isDashed={false}>
        long liquidations
      </Key>
      <Key token="--info" isDashed>
        short liquidations, size is USD
      </Key>
      <span className="flex-1" />
      {candle === null ? null : (
        <span title={formatExact(candle.timestamp * 1000, zone)} className="flex flex-wrap gap-x-1.5">
          {(['open', 'high', 'low', 'close'] as const).map((part) => (
            // A letter is never parted from its price.
            <span
              key={part}
              className="whitespace-nowrap"
            >{`${part.charAt(0).toUpperCase()} ${formatPx(candle[part])}`}</span>
          ))}
        </span>
      )}
    </div>
  );
}

function Key({ token, isDashed, children }: { token: string; isDashed: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i
        aria-hidden
        className={cn('inline-block size-2.5 rounded-full border', isDashed && 'border-dashed')}
        style={{ borderColor: `var(${token})`, background: `color-mix(in srgb, var(${token}) 40%, transparent)` }}
      />
      {children}
    </span>
  );
}
