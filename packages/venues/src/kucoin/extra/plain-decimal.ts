/**
 * Returns a decimal number as text without exponent, or null when `value` is no finite decimal.
 * KuCoin writes contract rows and old futures prices as JSON numbers, some in exponent form (`2.0E-4`).
 */
export function plainDecimal(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(String(value).trim());
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponentText);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const pointAt = Math.max(1, point);
  const left = padded.slice(0, pointAt).replace(/^0+(?=\d)/, '');
  const right = padded.slice(pointAt).replace(/0+$/, '');
  return `${sign ?? ''}${left}${right === '' ? '' : `.${right}`}`;
}

/** Returns a wire value that should be a short text as text; empty for objects and nothing. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
