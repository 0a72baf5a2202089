import { effectiveNumbers } from '../pas-settings.ts';
import { shown, shownPx } from '../shown.ts';
import type { TriggerInput } from '../trigger-facts.ts';
import type { TriggerFigures } from '../trigger-figures.ts';
import { answer, atMost, figured, type TriggerGate } from './gate.ts';

/** Blocks without a book that has two sides, without a mark price (stops are triggered by it), or without a VWAP that is long and fresh enough. */
export const priceKnownGate: TriggerGate = (input, figures) =>
  answer('price-known', figures.isPriceKnown, () => priceWords(input, figures));

function priceWords({ market, settings }: TriggerInput, { isPriceKnown, spreadBps }: TriggerFigures): string {
  if (isPriceKnown) return `mid ${shownPx(market.midPx)}, VWAP ${shownPx(market.vwapPx)}`;
  if (!Number.isFinite(spreadBps)) return 'there is no book with two sides, or no mark price';
  if (!(market.vwapPx > 0)) return 'there is no VWAP';
  if (!(market.vwapMinutes >= settings.minVwapMinutes)) {
    return `the VWAP covers ${shown(market.vwapMinutes)} of ${settings.minVwapMinutes} min`;
  }
  return `the VWAP is ${shown(market.vwapAgeMs)} ms old, more than ${settings.maxVwapAgeMs} ms`;
}

/** Blocks on an old book. */
export const bookAgeGate: TriggerGate = ({ market, settings }) =>
  atMost('book-age', { what: 'age of the book', value: market.bookAgeMs, bound: settings.maxBookAgeMs, unit: 'ms' });

/** Blocks when neither direction suits the displacement. */
export const displacementGate: TriggerGate = (input, figures) => {
  const { faults, displacementBps, stretchBps } = figures;
  const { fade, follow } = faults;
  const bound = effectiveNumbers(input.settings).minDisplacementBps;
  if (fade !== null && follow !== null) {
    return figured('displacement', false, { detail: fade, value: stretchBps, bound });
  }
  const detail = (): string => {
    const where = `mid ${shown(Math.abs(displacementBps))} bps ${displacementBps < 0 ? 'below' : 'above'} the VWAP`;
    return fade === null ? where : `${where}, only to follow: ${fade()}`;
  };
  return figured('displacement', true, { detail, value: stretchBps, bound });
};

/** Blocks a wide spread. */
export const spreadGate: TriggerGate = ({ settings }, { spreadBps }) =>
  atMost('spread', { what: 'spread', value: spreadBps, bound: settings.maxSpreadBps, unit: 'bps' });
