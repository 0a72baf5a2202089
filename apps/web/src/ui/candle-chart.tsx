import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { nextCrosshair } from './candle-chart-keys.ts';
import type { ChartBubble } from './candle-chart-marks.ts';
import { ChartParts } from './candle-chart-parts.ts';
import type { Candle, ChartFill, ChartLine } from './candle-chart-types.ts';

export type { Candle, ChartFill, ChartLine };

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
