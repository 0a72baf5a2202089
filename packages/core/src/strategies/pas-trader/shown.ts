const FIGURE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const PRICE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 8 });

/** Returns a number for a person: thousands apart, at most two digits behind the point, `—` when unknown. */
export function shown(value: number): string {
  return Number.isFinite(value) ? FIGURE.format(value + 0) : '—';
}

/** Returns a price for a person: eight digits wherever its point stands, since a coin may cost a fraction of a cent; `—` when unknown. */
export function shownPx(px: number): string {
  return Number.isFinite(px) ? PRICE.format(px) : '—';
}
