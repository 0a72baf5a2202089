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
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ChartMarks, type ChartBubble } from './candle-chart-marks.ts';
import { chartOptions, histogramColour, seriesOptions, tokenAlpha } from './candle-chart-look.ts';
import { token } from './token.ts';
import { moveView, nextCrosshair } from './candle-chart-keys.ts';

export interface Candle {
  /** Epoch seconds of its opening. */
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** In base units; null while it is not known. */
  readonly volume: number | null;
}

/** A horizontal line at a price: entry, stop, target. */
export interface ChartLine {
  readonly id: string;
  readonly price: number;
  readonly label: string;
  /** One of the tokens, e.g. --down. */
  readonly token: string;
}

/** An arrow at the candle in which something was bought or sold. */
export interface ChartFill {
  readonly id: string;
  /** Epoch seconds of the opening of its candle. */
  readonly candleS: number;
  readonly side: 'buy' | 'sell';
  readonly label: string;
}

export interface CandleChartProps {
  /** What the chart shows, in one sentence with its figures: the picture itself says nothing to a screen reader. */
  readonly summary: string;
  /** Oldest first. */
  readonly candles: readonly Candle[];
  readonly lines: readonly ChartLine[];
  readonly fills: readonly ChartFill[];
  readonly bubbles: readonly ChartBubble[];
  /** The least height; it grows with its place. */
  readonly heightPx: number;
  /** Decimals of its prices. */
  readonly decimals: number;
  readonly formatTime: (atS: number) => string;
  /** Told for the candle under the crosshair, null when it leaves. */
  readonly onCandle: (candle: Candle | null) => void;
  /** A digit typed while the chart has the focus. */
  readonly onDigit?: (digit: number) => void;
  /** Data no longer come: a vertical line marks the last candle with these words. */
  readonly frozenText: string | null;
  /** The chart is drawn anew when this changes: symbol, timeframe, theme, colours, zone. */
  readonly look: string;
}

const HELP =
  'Arrow keys move the crosshair, with Shift by ten; plus and minus zoom; Home and End go to the oldest and the newest candle; 1 to 6 choose the timeframe; H shows this help.';

/** Candles with volume, lines, fills and liquidations; takes the focus, follows the keyboard, and says its state in words. */
export default function CandleChart(props: CandleChartProps) {
  const { summary, candles, heightPx, look, decimals, onCandle, onDigit } = props;
  const [isHelped, setHelped] = useState(false);
  const [spoken, setSpoken] = useState('');
  const parts = useRef<ChartParts | null>(null);
  const at = useRef<number | null>(null);
  const helpId = useId();
  const point = (index: number | null): void => {
    at.current = index;
    const candle = index === null ? null : (candles[index] ?? null);
    parts.current?.pointAt(candle);
    onCandle(candle);
    setSpoken(candle === null ? '' : wordCandle(candle, props));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const next = nextCrosshair(key, { at: at.current, count: candles.length, isFast: event.shiftKey });
    if (next !== null) point(next);
    else if (key === '+' || key === '=' || key === '-') parts.current?.zoom(key === '-' ? 1.25 : 0.8);
    else if (key === 'h' || key === 'H') setHelped(!isHelped);
    else if (key === 'Escape' && (isHelped || at.current !== null)) {
      setHelped(false);
      point(null);
    } else if (/^[1-9]$/.test(key) && onDigit) onDigit(Number(key));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative flex min-w-0 flex-1 flex-col">
      <div
        role="application"
        aria-roledescription="candle chart"
        aria-label={summary}
        aria-describedby={helpId}
        tabIndex={0}
        className="relative min-w-0 flex-1 overflow-hidden"
        style={{ minHeight: heightPx }}
        onKeyDown={onKeyDown}
        onBlur={() => point(null)}
      >
        <Plot key={`${look} ${decimals}`} partsRef={parts} {...props} />
      </div>
      <p id={helpId} className={isHelped ? HELP_LOOK : 'sr-only'}>
        {HELP}
      </p>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

const HELP_LOOK =
  'absolute top-2 left-2 z-10 max-w-[44ch] rounded-ctl border border-line2 bg-bg2 px-2.5 py-1.5 text-[12px] text-fg1 shadow-pop';

function wordCandle(
  { timestamp, open, high, low, close }: Candle,
  { formatTime, decimals }: Pick<CandleChartProps, 'formatTime' | 'decimals'>,
): string {
  const px = (value: number): string => value.toFixed(decimals);
  return `${formatTime(timestamp)}: open ${px(open)}, high ${px(high)}, low ${px(low)}, close ${px(close)}`;
}

/** The library's chart with what is drawn into it. */
class ChartParts {
  readonly chart: IChartApi;
  readonly #series: ISeriesApi<'Candlestick'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #marks = new ChartMarks();
  #lines: IPriceLine[] = [];
  #shown: readonly Candle[] = [];

  constructor(host: HTMLElement, { formatTime, decimals }: CandleChartProps) {
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

  setLines(lines: readonly ChartLine[]): void {
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

/** Colours are read once, so a new look needs a new chart; everything else is set into the one that stands. */
function Plot({ partsRef, ...props }: CandleChartProps & { readonly partsRef: { current: ChartParts | null } }) {
  const { candles, lines, fills, bubbles, frozenText } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const host = box.current;
    if (!host) return undefined;
    const made = new ChartParts(host, latest.current);
    partsRef.current = made;
    made.chart.subscribeCrosshairMove(({ time, point }) => {
      // Moved by the keyboard it comes without a point: that was told already.
      if (point !== undefined || time === undefined) latest.current.onCandle(made.candleAt(time));
    });
    return () => {
      made.chart.remove();
      partsRef.current = null;
    };
  }, [partsRef]);
  useEffect(() => {
    partsRef.current?.setCandles(candles);
    partsRef.current?.setFills(fills);
    partsRef.current?.setMarks(bubbles, frozenText);
  }, [partsRef, candles, fills, bubbles, frozenText]);
  useEffect(() => partsRef.current?.setLines(lines), [partsRef, lines]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
