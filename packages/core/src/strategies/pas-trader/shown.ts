/** Returns a number for a person: at most two digits behind the point, `—` when unknown. */
export function shown(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '—';
}
