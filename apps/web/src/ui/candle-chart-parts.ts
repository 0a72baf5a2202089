import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { moveView } from './candle-chart-keys.ts';
import { chartOptions, histogramColour, seriesOptions, tokenAlpha } from './candle-chart-look.ts';
import { ChartMarks, type ChartBubble } from './candle-chart-marks.ts';
import type { Candle, ChartFill, ChartLine } from './candle-chart-types.ts';
import { isSameList } from './same-list.ts';
import { token } from './token.ts';

/** The library's chart with what is drawn into it. */
export class ChartParts {
  readonly chart: IChartApi;
  readonly #series: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #marks = new ChartMarks();
  #lines: IPriceLine[] = [];
  #shownLines: readonly ChartLine[] = [];
  #shownFills: readonly ChartFill[] = [];
  /** The candles that the arrows of fills were placed at. */
  #placedAt = '';
  #shown: readonly Candle[] = [];

  constructor(
    host: HTMLElement,
    { formatTime, decimals }: { readonly formatTime: (atS: number) => string; readonly decimals: number },
  ) {
    this.chart = createChart(host, chartOptions(formatTime));
    this.#series = this.chart.addSeries(CandlestickSeries, seriesOptions(decimals));
    this.#volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
    this.#markers = createSeriesMarkers(this.#series, []);
    this.#series.attachPrimitive(this.#marks);
  }

  /** Sets what changed: the newest candle alone where only it did, which keeps the view of the operator. */
  setCandles(candles: readonly Candle[]): void {
    const before = this.#shown;
    this.#shown = candles;
    const last = candles.at(-1);
    const isOneMore = candles.length - before.length === 1 || candles.length === before.length;
    const isSameStart = before.length > 1 && candles[0]?.timestamp === before[0]?.timestamp;
    const isSameRest = isOneMore && isSameStart && candles.at(before.length - 2) === before.at(-2);
    if (isSameRest && last) {
      for (const candle of candles.slice(before.length - 1)) {
        this.#series.update(toBar(candle));
        this.#volume.update(toVolume(candle));
      }
      return;
    }
    this.#series.setData(candles.map(toBar));
    this.#volume.setData(candles.map(toVolume));
    if (before.length === 0) this.chart.timeScale().fitContent();
  }

  /** The same lines again draw nothing: positions are told several times a second, where they stand moves rarely. */
  setLines(lines: readonly ChartLine[]): void {
    if (isSameList(lines, this.#shownLines)) return;
    this.#shownLines = lines;
    for (const line of this.#lines) this.#series.removePriceLine(line);
    this.#lines = lines.map(({ price, label, token: name }) =>
      this.#series.createPriceLine({
        price,
        title: label,
        color: token(name),
        lineWidth: 1,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- 2 is the library's Dashed
        lineStyle: 2,
        axisLabelVisible: true,
        axisLabelTextColor: token('--bg0'),
      }),
    );
  }

  setFills(fills: readonly ChartFill[]): void {
    const place = `${this.#shown.length} ${this.#shown[0]?.timestamp} ${this.#shown.at(-1)?.timestamp}`;
    if (place === this.#placedAt && isSameList(fills, this.#shownFills)) return;
    this.#placedAt = place;
    this.#shownFills = fills;
    const known = new Set(this.#shown.map(({ timestamp }) => timestamp));
    const markers = fills
      .filter(({ candleS }) => known.has(candleS))
      .toSorted((one, other) => one.candleS - other.candleS)
      .map(({ id, candleS, side, label }) => ({
        id,
        time: candleS as UTCTimestamp,
        position: side === 'buy' ? ('belowBar' as const) : ('aboveBar' as const),
        shape: side === 'buy' ? ('arrowUp' as const) : ('arrowDown' as const),
        color: token(side === 'buy' ? '--up' : '--down'),
        text: label,
      }));
    this.#markers.setMarkers(markers);
  }

  setMarks(bubbles: readonly ChartBubble[], frozenText: string | null): void {
    this.#marks.set({ bubbles, frozenText, frozenS: this.#shown.at(-1)?.timestamp ?? null });
  }

  pointAt(candle: Candle | null): void {
    if (candle === null) return this.chart.clearCrosshairPosition();
    this.chart.setCrosshairPosition(candle.close, candle.timestamp as UTCTimestamp, this.#series);
    const view = this.chart.timeScale().getVisibleLogicalRange();
    const moved = view && moveView(view, this.#shown.indexOf(candle));
    if (moved) this.chart.timeScale().setVisibleLogicalRange(moved);
  }

  zoom(factor: number): void {
    const scale = this.chart.timeScale();
    const view = scale.getVisibleLogicalRange();
    if (view) scale.setVisibleLogicalRange({ from: view.to - (view.to - view.from) * factor, to: view.to });
  }

  candleAt(time: Time | undefined): Candle | null {
    return time === undefined ? null : (this.#shown.find(({ timestamp }) => timestamp === time) ?? null);
  }
}

function toBar({ timestamp, open, high, low, close }: Candle) {
  return { time: timestamp as UTCTimestamp, open, high, low, close };
}

function toVolume({ timestamp, open, close, volume }: Candle) {
  const time = timestamp as UTCTimestamp;
  return volume === null ? { time } : { time, value: volume, color: tokenAlpha(histogramColour(open, close), 0.32) };
}
