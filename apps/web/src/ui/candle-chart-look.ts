import { formatAsset } from '../lib/format.ts';
import { token } from './token.ts';
import type { CandlestickSeriesPartialOptions, ChartOptions, DeepPartial, Time } from 'lightweight-charts';

/** Reads a colour token, made transparent; tokens are six-digit hex. */
export function tokenAlpha(name: string, alpha: number): string {
  const hex = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return `${token(name)}${hex}`;
}

/** Names the token of a candle's direction. */
export function histogramColour(open: number, close: number): string {
  return close >= open ? '--up' : '--down';
}

/** The chart in the colours of now; times are in the zone that `formatTime` writes. */
export function chartOptions(formatTime: (atS: number) => string): DeepPartial<ChartOptions> {
  const grid = { color: token('--line1') };
  return {
    autoSize: true,
    layout: {
      background: { color: token('--bg1') },
      textColor: token('--fg3'),
      fontSize: 10.5,
      fontFamily: '"Inter Variable", "Inter Fallback", sans-serif',
      // The notice and the link stand in Settings, About: here the link would be a tab stop inside a hidden picture.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: grid },
    crosshair: {
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum would load the library here; 0 is its Normal
      mode: 0,
      vertLine: { color: token('--ctl'), labelBackgroundColor: token('--bg3') },
      horzLine: { color: token('--ctl'), labelBackgroundColor: token('--bg3') },
    },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.06, bottom: 0.18 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      // Room for the words of an arrow at the newest candle.
      rightOffset: 7,
      tickMarkFormatter: (time: Time) => formatTime(Number(time)),
    },
    localization: { timeFormatter: (time: Time) => formatTime(Number(time)) },
    // The page scrolls with the wheel; the chart is moved by dragging and zoomed by pinching, keys or the wheel with Ctrl.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  };
}

/** Rising candles are hollow, falling ones filled: the direction does not hang on colour. */
export function seriesOptions(decimals: number): CandlestickSeriesPartialOptions {
  const [up, down] = [token('--up'), token('--down')];
  return {
    upColor: token('--bg1'),
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
    priceLineColor: token('--fg2'),
    priceFormat: { type: 'custom', formatter: (px: number) => formatAsset(px, decimals), minMove: 10 ** -decimals },
  };
}
