import { getChartData, type HistoryItem } from '@riptide/contracts/calls';
import { Suspense, useState } from 'react';
import { formatExact } from '../../../lib/format-time.ts';
import { formatPx } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { formatTimeMark } from '../../../shared/course-axis.ts';
import { latePart } from '../../../shared/late-part.tsx';
import { tradeFills } from '../../../shared/market-chart/chart-marks.ts';
import { decimalsOf } from '../../../shared/market-chart/live-candles.ts';
import { TIMEFRAME_S } from '../../../shared/market-chart/timeframes.ts';
import { Unknown } from '../../../shared/num.tsx';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import type { ChartLine } from '../../../ui/candle-chart.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { exitWord } from '../model/trade-timeline.ts';
import { snippetOf, whyNoCandles, type TradeSnippet } from '../model/trade-snippet.ts';

const CandleChart = latePart('the chart', () => import('../../../ui/candle-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 220;
/** What is closed does not change; the exit's own candles may still be forming. */
const INTERVAL_MS = 300_000;
const DIGITS_MAX = 8;

/** The candles around a trade, with its entry and its exit marked; a dash with the reason where there are none. */
export function TradeChart({ trade }: { trade: HistoryItem }) {
  const { clock } = useRuntime();
  const [nowS] = useState(() => clock.nowMs() / 1000);
  const snippet = snippetOf(trade, nowS);
  const reason = whyNoCandles(trade, snippet);
  return (
    <section aria-label="Chart">
      <h3 className="mb-1.5 font-semibold">Chart</h3>
      {snippet === null || reason !== null ? (
        <NoCandles reason={reason ?? ''} />
      ) : (
        <Asked trade={trade} snippet={snippet} />
      )}
    </section>
  );
}

function NoCandles({ reason }: { reason: string }) {
  return (
    <p className="text-fg2">
      <Unknown /> {reason}
    </p>
  );
}

function Asked({ trade, snippet }: { trade: HistoryItem; snippet: TradeSnippet }) {
  const { symbol, venue } = trade;
  const { timeframe, limit, fromS, toS } = snippet;
  const query = useCall(getChartData, {
    input: { query: { symbol, venue, timeframe, limit } },
    intervalMs: INTERVAL_MS,
  });
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton width="100%" height={HEIGHT_PX} />;
    return <ErrorState error={query.error} fallback="Failed to load candles" onRetry={() => void query.refetch()} />;
  }
  const candles = query.data.data.filter(({ timestamp }) => timestamp >= fromS && timestamp <= toS);
  const first = candles[0];
  // Half a picture is none: the entry has to be in it.
  if (first === undefined || first.timestamp > trade.opened_at) {
    return <NoCandles reason={`the candles of ${venue} do not reach back to this trade`} />;
  }
  return <Picture trade={trade} snippet={snippet} candles={candles} />;
}

interface PictureProps {
  readonly trade: HistoryItem;
  readonly snippet: TradeSnippet;
  readonly candles: Parameters<typeof decimalsOf>[0];
}

function Picture({ trade, snippet, candles }: PictureProps) {
  const { zone, theme, pnl } = usePreferences();
  const { symbol, venue, price, exit_price: exitPx } = trade;
  const formatTime = (atS: number): string => formatExact(atS * 1000, zone);
  const place = { symbol, venue, timeframeS: TIMEFRAME_S[snippet.timeframe] };
  const lines: readonly ChartLine[] = [
    ...(price === null ? [] : [{ id: 'entry', price, label: 'Entry', token: '--accent' }]),
    ...(exitPx === null
      ? []
      : [{ id: 'exit', price: exitPx, label: 'Exit', token: (trade.pnl ?? 0) < 0 ? '--down' : '--up' }]),
  ];
  const exit = trade.exit === null ? 'closed' : exitWord(trade.exit);
  return (
    <>
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
        <div className="flex flex-col" style={{ minHeight: HEIGHT_PX }}>
          <CandleChart
            summary={`${symbol} at ${venue}, candles of ${snippet.timeframe}: entry at ${formatPx(price)} on ${formatTime(trade.opened_at)}, ${exit} at ${formatPx(exitPx)} on ${formatTime(trade.timestamp)}`}
            candles={candles}
            lines={lines}
            fills={tradeFills({ history: [trade], positions: [], snipes: [] }, place)}
            bubbles={[]}
            heightPx={HEIGHT_PX}
            decimals={Math.min(DIGITS_MAX, decimalsOf(candles))}
            formatTime={(atS) => formatTimeMark(atS, [snippet.fromS, snippet.toS], zone)}
            onCandle={() => undefined}
            frozenText={null}
            look={`${trade.id} ${snippet.timeframe} ${theme} ${pnl} ${zone}`}
          />
        </div>
      </Suspense>
      <p className="mt-1 text-2xs text-fg3">
        Candles of {snippet.timeframe} of {venue}&apos;s perpetual. Lines: average entry and exit; arrows: their
        candles.
      </p>
    </>
  );
}
