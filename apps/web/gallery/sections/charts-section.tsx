import { formatPx, formatUsd } from '../../src/lib/format.ts';
import { formatClock } from '../../src/lib/format-time.ts';
import { usePreferences } from '../../src/lib/preferences.ts';
import { IntervalPlot } from '../../src/shared/interval-plot.tsx';
import { Panel } from '../../src/shared/panel.tsx';
import CandleChart from '../../src/ui/candle-chart.tsx';
import TimeChart from '../../src/ui/time-chart.tsx';
import { CANDLES, COST, DAY_S, EQUITY } from '../samples.ts';
import { Section } from './section.tsx';

const ARMS = [
  { id: 'fade-5', label: 'fade 5 bps', count: 1412, mean: 6, low: 4, high: 8, mark: 'best' },
  { id: 'wait', label: 'wait', count: 3, mean: 0.5, low: -9, high: 10 },
  { id: 'follow', label: 'follow 3 bps', count: 40, mean: -6, low: -8, high: -4 },
  { id: 'new', label: 'fade 12 bps', count: 0, mean: null, low: null, high: null },
];
const first = CANDLES[40];
const last = CANDLES.at(-1);

/** Lines over time, candles with all their marks, intervals. */
export function ChartsSection() {
  const { theme, pnl, zone } = usePreferences();
  const look = `${theme} ${pnl} ${zone}`;
  const clock = (atS: number): string => formatClock(atS * 1000, zone);
  return (
    <Section id="charts" title="Charts">
      <div className="grid grid-cols-2 gap-3 max-lg:grid-cols-1">
        <Panel title="Lines, one filled with a gap, one dashed">
          <TimeChart
            summary={`Equity over a day, from ${formatUsd(EQUITY[0] ?? null)} to ${formatUsd(EQUITY.at(-1) ?? null)}`}
            atS={DAY_S}
            lines={[
              { label: 'Equity', token: '--s1', values: EQUITY, isFilled: true },
              { label: 'Start', token: '--s3', values: COST, isDashed: true },
            ]}
            heightPx={240}
            formatValue={(value) => formatUsd(value)}
            formatTime={clock}
            valueAxisPx={84}
            look={look}
          />
        </Panel>
        <Panel title="Intervals of arms">
          <div className="px-3.5 py-3">
            <IntervalPlot label="Arms" rows={ARMS} />
          </div>
        </Panel>
      </div>
      <Panel title="Candles: lines, fills, liquidations, frozen">
        <CandleChart
          summary={`BTCUSDT, last close ${formatPx(last?.close ?? null)}`}
          candles={CANDLES}
          lines={[
            { id: 'entry', price: first?.close ?? 0, label: 'entry', token: '--accent' },
            { id: 'stop', price: (first?.close ?? 0) - 240, label: 'stop', token: '--down' },
          ]}
          fills={[
            { id: 'buy', candleS: first?.timestamp ?? 0, side: 'buy', label: '0.125' },
            { id: 'sell', candleS: CANDLES[90]?.timestamp ?? 0, side: 'sell', label: '0.125' },
          ]}
          bubbles={[
            {
              id: 'b1',
              candleS: CANDLES[30]?.timestamp ?? 0,
              price: CANDLES[30]?.low ?? 0,
              usd: 420_000,
              liquidatedSide: 'LONG',
            },
            {
              id: 'b2',
              candleS: CANDLES[70]?.timestamp ?? 0,
              price: CANDLES[70]?.high ?? 0,
              usd: 90_000,
              liquidatedSide: 'SHORT',
            },
          ]}
          heightPx={320}
          decimals={1}
          formatTime={clock}
          onCandle={() => {}}
          frozenText="last update 13:52:07"
          look={look}
        />
      </Panel>
    </Section>
  );
}
