import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { tokenAlpha } from './candle-chart-look.ts';
import { isSameList } from './same-list.ts';
import { token } from './token.ts';

/** A liquidation at its time and price; its area stands for USD. */
export interface ChartBubble {
  readonly id: string;
  /** Epoch seconds of the opening of its candle. */
  readonly candleS: number;
  readonly price: number;
  readonly usd: number;
  readonly liquidatedSide: 'LONG' | 'SHORT';
}

export interface MarksFacts {
  readonly bubbles: readonly ChartBubble[];
  /** Where the data end, and what is written there; null while they come. */
  readonly frozenS: number | null;
  readonly frozenText: string | null;
}

const RADIUS_MIN_PX = 3;
const RADIUS_MAX_PX = 18;
/** This much is drawn with the largest radius. */
const USD_OF_MAX = 1_000_000;

/** Gives the radius of a bubble: its area grows with the USD, within bounds. */
function bubbleRadiusPx(usd: number): number {
  return Math.max(RADIUS_MIN_PX, Math.min(RADIUS_MAX_PX, RADIUS_MAX_PX * Math.sqrt(usd / USD_OF_MAX)));
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Scope = Parameters<Parameters<Target['useMediaCoordinateSpace']>[0]>[0];

/** Draws liquidations as bubbles behind the candles, and the line where frozen data end. */
export class ChartMarks implements ISeriesPrimitive<Time> {
  #facts: MarksFacts = { bubbles: [], frozenS: null, frozenText: null };
  #place: SeriesAttachedParameter<Time> | null = null;
  readonly #views: readonly IPrimitivePaneView[] = [
    {
      zOrder: () => 'normal',
      renderer: () => ({
        draw: (target) => target.useMediaCoordinateSpace((scope) => this.#draw(scope)),
      }),
    },
  ];

  attached(place: SeriesAttachedParameter<Time>): void {
    this.#place = place;
  }

  detached(): void {
    this.#place = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  set(facts: MarksFacts): void {
    const { bubbles, frozenS, frozenText } = this.#facts;
    const isSame = facts.frozenS === frozenS && facts.frozenText === frozenText && isSameList(facts.bubbles, bubbles);
    if (isSame) return;
    this.#facts = facts;
    this.#place?.requestUpdate();
  }

  #draw({ context, mediaSize }: Scope): void {
    const place = this.#place;
    if (!place) return;
    const x = (atS: number): number | null => place.chart.timeScale().timeToCoordinate(atS as UTCTimestamp);
    const { bubbles, frozenS, frozenText } = this.#facts;
    for (const { candleS, price, usd, liquidatedSide } of bubbles) {
      const [left, top] = [x(candleS), place.series.priceToCoordinate(price)];
      if (left === null || top === null) continue;
      const name = liquidatedSide === 'LONG' ? '--warn' : '--info';
      context.beginPath();
      context.arc(left, top, bubbleRadiusPx(usd), 0, 2 * Math.PI);
      context.fillStyle = tokenAlpha(name, 0.4);
      context.fill();
      context.strokeStyle = token(name);
      // A dashed rim tells shorts from longs without colour.
      context.setLineDash(liquidatedSide === 'LONG' ? [] : [2, 2]);
      context.stroke();
      context.setLineDash([]);
    }
    const left = frozenS === null || frozenText === null ? null : x(frozenS);
    if (left === null || frozenText === null) return;
    context.strokeStyle = token('--warn');
    context.setLineDash([4, 4]);
    context.beginPath();
    context.moveTo(left, 0);
    context.lineTo(left, mediaSize.height);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = token('--warn');
    context.font = '11px "Inter Variable", sans-serif';
    context.textAlign = 'right';
    context.fillText(frozenText, left - 6, 14);
  }
}
