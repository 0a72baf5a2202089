/** Hides what binary division adds, e.g. in a tenth of a tick. */
const SIGNIFICANT_DIGITS = 12;
const RAW_MARK = '\u0001';
const RAW_TEXT = new RegExp(`"\\\\u0001([^"]*)"`, 'g');

/** Marks text that `wireJson` prints as a bare JSON number: nanoseconds over 2^53, exponent notation. */
export function bareNumber(text: string): string {
  return RAW_MARK + text;
}

/** Returns nanoseconds for a time in ms, as a bare JSON number. */
export function nanos(atMs: number): string {
  return bareNumber(`${atMs}000000`);
}

/** Prints a small rate in exponent form, as the futures REST does: 0.0002 becomes 2.0E-4. */
export function exponentNumber(exact: number): string {
  const value = Number(exact.toPrecision(SIGNIFICANT_DIGITS));
  if (value === 0 || Math.abs(value) >= 0.001)
    return bareNumber(Number.isInteger(value) ? `${value}.0` : String(value));
  const [mantissa, exponent] = value.toExponential().split('e');
  const digits = mantissa?.includes('.') === true ? mantissa : `${mantissa}.0`;
  return bareNumber(`${digits}E${Number(exponent)}`);
}

/** Prints JSON, with the marked texts as bare numbers. */
export function wireJson(value: unknown): string {
  return JSON.stringify(value).replace(RAW_TEXT, '$1');
}

/** The orders in which KuCoin's servers have been seen to write a push. */
const KEY_ORDERS: readonly (readonly string[])[] = [
  ['type', 'topic', 'subject', 'data'],
  ['data', 'subject', 'topic', 'type'],
  ['topic', 'type', 'subject', 'data'],
];

/** The number of key orders `pushText` knows. */
export const KEY_ORDER_COUNT = KEY_ORDERS.length;

/** Prints a push with its keys in one of the venue's orders; `order` is 0-based. */
export function pushText(
  order: number,
  push: { readonly topic: string; readonly subject: string; readonly data: unknown },
): string {
  const fields: Record<string, unknown> = {
    type: 'message',
    topic: push.topic,
    subject: push.subject,
    data: push.data,
  };
  const keys = KEY_ORDERS[order];
  if (keys === undefined) throw new Error(`Invariant: no key order ${order}`);
  return wireJson(Object.fromEntries(keys.map((key) => [key, fields[key]])));
}
