import { VENUES, type LeadLagRow, type Venue } from '../../domain/index.ts';
import type { Cascade } from './cascade.ts';

/**
 * Returns, for every two venues that saw the same cascade, which saw it first as a rule and by how much. Times are those of receipt:
 * what matters is what could be acted upon.
 */
export function leadLagOf(cascades: readonly Pick<Cascade, 'leadMs'>[]): readonly LeadLagRow[] {
  const rows: LeadLagRow[] = [];
  for (const [at, a] of VENUES.entries()) {
    for (const b of VENUES.slice(at + 1)) {
      const leads = cascades.map((cascade) => cascade.leadMs(a, b)).filter((ms) => !Number.isNaN(ms));
      if (leads.length > 0) rows.push(rowOf(a, b, leads));
    }
  }
  return rows;
}

function rowOf(a: Venue, b: Venue, leads: number[]): LeadLagRow {
  leads.sort((one, other) => one - other);
  const half = leads.length / 2;
  const medianMs = ((leads[Math.ceil(half) - 1] as number) + (leads[Math.floor(half)] as number)) / 2;
  const isALeading = medianMs >= 0;
  const firsts = leads.filter((ms) => (isALeading ? ms > 0 : ms < 0)).length;
  return {
    leadVenue: isALeading ? a : b,
    lagVenue: isALeading ? b : a,
    medianMs: Math.abs(medianMs),
    firstFrac: firsts / leads.length,
    n: leads.length,
  };
}
