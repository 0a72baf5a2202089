import type { SimInstrument } from '../market/model.ts';

/** Prints whole steps as decimal text with a fixed number of digits. */
export type StepText = (count: number) => string;

/** Prints the prices and quantities of one instrument exactly as its venue does. */
export interface InstrumentText {
  readonly px: StepText;
  readonly qty: StepText;
}

const MAX_STEP_DECIMALS = 12;
const byInstrument = new WeakMap<SimInstrument, InstrumentText>();

/** Returns the number of decimals a step needs, e.g. 1 for 0.1 and 0.5, 3 for 0.025. */
export function decimalsOf(step: number): number {
  for (let decimals = 0; decimals <= MAX_STEP_DECIMALS; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-9 * Math.max(1, scaled) && Math.round(scaled) >= 1) return decimals;
  }
  throw new Error(`Invariant: step ${step} needs more than ${MAX_STEP_DECIMALS} decimals`);
}

/** Prints `units / 10^decimals` exactly, without exponent; `units` is a safe integer. */
export function unitsText(units: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const negative = units < 0;
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${negative ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/** Builds the printer of multiples of `step` with `decimals` digits: exact, since the step is split into whole units first. */
export function stepText(step: number, decimals: number): StepText {
  const native = decimalsOf(step);
  if (native > decimals) throw new Error(`Invariant: step ${step} can't be printed with ${decimals} decimals`);
  const unitsPerStep = Math.round(step * 10 ** native);
  const padding = '0'.repeat(decimals - native);
  const tail = native === 0 && decimals > 0 ? `.${padding}` : padding;
  return (count) => unitsText(count * unitsPerStep, native) + tail;
}

/** Returns the printers of an instrument; the same object for the same instrument. */
export function textOf(instrument: SimInstrument): InstrumentText {
  const known = byInstrument.get(instrument);
  if (known !== undefined) return known;
  const made: InstrumentText = {
    px: stepText(instrument.pxTick, instrument.pxDecimals),
    qty: stepText(instrument.qtyStep, instrument.qtyDecimals),
  };
  byInstrument.set(instrument, made);
  return made;
}

/** Removes the zeros after the last digit that counts: 64000.10 becomes 64000.1, 5.00 becomes 5. */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  if (text.charCodeAt(end - 1) === 46) end -= 1;
  return text.slice(0, end);
}

/** Prints a computed figure (a mark price, a rate, a turnover) with `decimals` digits; refuses anything but a finite number. */
export function fixedText(value: number, decimals: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) throw new Error(`Invariant: ${value} can't be printed`);
  const text = value.toFixed(decimals);
  return Number(text) === 0 && text.startsWith('-') ? text.slice(1) : text;
}
