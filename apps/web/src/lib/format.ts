/** What stands where a figure is not known. */
export const UNKNOWN = '—';

type Figure = number | null | undefined;

const LOCALE = 'en-US';

function isKnown(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

const formatters = new Map<string, Intl.NumberFormat>();
// Made once, as the others: making one takes longer than everything else a row does. When it is needed first: it is the dearest of all.
let compact: Intl.NumberFormat | null = null;
let isGrouped = true;

/** Says whether figures separate their thousands from now on. */
export function setGrouping(isOn: boolean): void {
  if (isOn === isGrouped) return;
  isGrouped = isOn;
  formatters.clear();
}

function fixed(value: number, minDecimals: number, maxDecimals = minDecimals): string {
  const key = `${minDecimals}/${maxDecimals}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(LOCALE, {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
      useGrouping: isGrouped,
    });
    formatters.set(key, formatter);
  }
  const text = formatter.format(value);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

function signed(text: string, value: number): string {
  if (text.startsWith('-')) return text;
  return value >= 0 || /[1-9]/.test(text) ? `+${text}` : text;
}

/** Formats US dollars with two decimals, e.g. $48,213.57. */
export function formatUsd(value: Figure, decimals = 2): string {
  if (!isKnown(value)) return UNKNOWN;
  const text = fixed(Math.abs(value), decimals);
  return value < 0 && /[1-9]/.test(text) ? `-$${text}` : `$${text}`;
}

/** Formats a profit or loss with its sign, e.g. +$34.78. */
export function formatPnl(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN;
  const text = formatUsd(value);
  return text.startsWith('-') ? text : `+${text}`;
}

/** Formats a price with at least four decimals, and as many as its tick has where that is finer; without a tick eight at most. */
export function formatPx(value: Figure, tickSize?: number): string {
  if (!isKnown(value)) return UNKNOWN;
  const decimals = tickSize === undefined ? Math.min(8, defaultPxDecimals(value)) : Math.min(12, decimalsOf(tickSize));
  return fixed(value, Math.max(4, decimals));
}

/** Cuts a price where the venue's tick ends: what stands behind no order could name, so it is drawn dim. */
export function splitPx(value: Figure, tickSize: number | null | undefined): readonly [string, string] {
  if (tickSize === null || tickSize === undefined || !(tickSize > 0)) return [formatPx(value), ''];
  const text = formatPx(value, tickSize);
  const point = text.indexOf('.');
  if (point < 0) return [text, ''];
  const own = decimalsOf(tickSize);
  const end = own === 0 ? point : point + 1 + own;
  return [text.slice(0, end), text.slice(end)];
}

/** Without a known tick a small price keeps five significant digits. */
function defaultPxDecimals(value: number): number {
  const magnitude = Math.abs(value);
  if (magnitude === 0 || magnitude >= 1) return 4;
  return Math.ceil(-Math.log10(magnitude)) + 4;
}

function decimalsOf(step: number): number {
  const [, exponent] = step.toExponential().split('e');
  const mantissaDecimals = step.toExponential().split('e')[0]?.split('.')[1]?.length ?? 0;
  return Math.max(0, mantissaDecimals - Number(exponent));
}

/** Formats a quantity with four decimals. */
export function formatQty(value: Figure): string {
  return isKnown(value) ? fixed(value, 4, 8) : UNKNOWN;
}

/** Formats what is held of an asset, with as many decimals as it is counted in. */
export function formatAsset(value: Figure, decimals: number): string {
  return isKnown(value) ? fixed(value, decimals) : UNKNOWN;
}

/** Formats basis points with one decimal, without the unit. */
export function formatBps(value: Figure): string {
  return isKnown(value) ? fixed(value, 1) : UNKNOWN;
}

/** Formats basis points for a narrow cell: from 1,000 in thousands, e.g. 11.8k; the whole figure belongs in the tooltip. */
export function formatShortBps(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN;
  return Math.abs(value) < 999.95 ? fixed(value, 1) : `${fixed(value / 1000, 1)}k`;
}

/** Formats basis points with one decimal and a sign. */
export function formatSignedBps(value: Figure): string {
  return isKnown(value) ? signed(fixed(value, 1), value) : UNKNOWN;
}

/** Formats a percentage that is already 0..100, with one decimal. */
export function formatPct(value: Figure, decimals = 1): string {
  return isKnown(value) ? `${fixed(value, decimals)}%` : UNKNOWN;
}

/** Formats a change in percent, signed; two decimals, funding takes four. */
export function formatChangePct(value: Figure, decimals = 2): string {
  return isKnown(value) ? `${signed(fixed(value, decimals), value)}%` : UNKNOWN;
}

/** Formats a win rate given as a fraction 0..1. */
export function formatWinRate(fraction: Figure): string {
  return isKnown(fraction) ? `${fixed(fraction * 100, 1)}%` : UNKNOWN;
}

/** Formats a whole number with separators. */
export function formatCount(value: Figure): string {
  return isKnown(value) ? fixed(value, 0) : UNKNOWN;
}

/** Formats a rate per second. */
export function formatRate(value: Figure): string {
  return isKnown(value) ? fixed(value, 0, value < 10 ? 1 : 0) : UNKNOWN;
}

/** Formats an amount of dollars short, for charts and bounds, e.g. $1.28M. */
export function formatCompactUsd(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN;
  compact ??= new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumSignificantDigits: 3 });
  const text = compact.format(Math.abs(value));
  return `${value < 0 ? '-' : ''}$${text}`;
}

/** Formats dollars for a narrow cell: cents below $10,000, short above, e.g. $313K; the whole figure belongs in the tooltip. */
export function formatShortUsd(value: Figure): string {
  return isKnown(value) && Math.abs(value) >= 9999.995 ? formatCompactUsd(value) : formatUsd(value);
}
