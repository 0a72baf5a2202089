import { effectiveNumbers } from '../pas-settings.ts';
import { shown } from '../shown.ts';
import type { TriggerInput } from '../trigger-facts.ts';
import type { TriggerFigures } from '../trigger-figures.ts';
import { answer, atMost, type TriggerGate } from './gate.ts';

/** Blocks without a book that has two sides, without a mark price (stops are triggered by it), or without a VWAP that is long and fresh enough. */
export const priceKnownGate: TriggerGate = ({ market, settings }, { isPriceKnown, spreadBps }) => {
  if (isPriceKnown) return answer('price-known', true, `mid ${market.midPx}, VWAP ${shown(market.vwapPx)}`);
  if (!Number.isFinite(spreadBps))
    return answer('price-known', false, 'there is no book with two sides, or no mark price');
  if (!(market.vwapPx > 0)) return answer('price-known', false, 'there is no VWAP');
  if (!(market.vwapMinutes >= settings.minVwapMinutes)) {
    return answer(
      'price-known',
      false,
      `the VWAP covers ${shown(market.vwapMinutes)} of ${settings.minVwapMinutes} min`,
    );
  }
  return answer(
    'price-known',
    false,
    `the VWAP is ${shown(market.vwapAgeMs)} ms old, more than ${settings.maxVwapAgeMs} ms`,
  );
};

/** Blocks on an old book. */
export const bookAgeGate: TriggerGate = ({ market, settings }) =>
  atMost('book-age', { what: 'age of the book', value: market.bookAgeMs, bound: settings.maxBookAgeMs, unit: 'ms' });

/** Why an arm's direction does not suit the displacement; null when it does. */
export type DirectionFault = string | null;

/**
 * Returns what speaks against fading: the price must stand at least so far on the side to which the flow pushed it, and not so far that
 * the data must be wrong.
 */
export function fadeFault({ settings }: TriggerInput, { stretchBps }: TriggerFigures): DirectionFault {
  const minBps = effectiveNumbers(settings).minDisplacementBps;
  if (!Number.isFinite(stretchBps)) return 'displacement is unknown';
  if (stretchBps < minBps) return `stretched by ${shown(stretchBps)} bps, less than ${shown(minBps)} bps`;
  return tooFar(stretchBps, settings.maxDisplacementBps);
}

/** Returns what speaks against following: the price must already stand on the side to which the flow pushes. */
export function followFault({ settings }: TriggerInput, { stretchBps }: TriggerFigures): DirectionFault {
  if (!Number.isFinite(stretchBps)) return 'displacement is unknown';
  if (stretchBps <= 0) return `the price stands ${shown(-stretchBps)} bps against the flow`;
  return tooFar(stretchBps, settings.maxDisplacementBps);
}

/** Blocks when neither direction suits the displacement. */
export const displacementGate: TriggerGate = (input, figures) => {
  const fade = fadeFault(input, figures);
  const follow = followFault(input, figures);
  const { displacementBps, stretchBps } = figures;
  const figure = Number.isFinite(stretchBps) ? stretchBps : null;
  const bound = effectiveNumbers(input.settings).minDisplacementBps;
  if (fade !== null && follow !== null) return { gate: 'displacement', ok: false, detail: fade, value: figure, bound };
  const where = `mid ${shown(Math.abs(displacementBps))} bps ${displacementBps < 0 ? 'below' : 'above'} the VWAP`;
  const detail = fade === null ? where : `${where}, only to follow: ${fade}`;
  return { gate: 'displacement', ok: true, detail, value: figure, bound };
};

/** Blocks a wide spread. */
export const spreadGate: TriggerGate = ({ settings }, { spreadBps }) =>
  atMost('spread', { what: 'spread', value: spreadBps, bound: settings.maxSpreadBps, unit: 'bps' });

function tooFar(stretchBps: number, maxBps: number): DirectionFault {
  return stretchBps > maxBps
    ? `stretched by ${shown(stretchBps)} bps, more than ${maxBps} bps is taken for a fault`
    : null;
}
