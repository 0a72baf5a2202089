import type { CarryFunding, SettledRate } from './carry-leg.ts';

const HOUR_MS = 3_600_000;
/** Venues stamp a settlement some moments beside the full hour. */
const STAMP_MS = 60_000;

/** How steady an edge was. */
export interface EdgeStability {
  readonly periods: number;
  /** Share of them with today's sign; null without any. */
  readonly sameSignFrac: number | null;
  /** Standard deviation over the size of the mean; null for fewer than two periods or a mean of 0. */
  readonly variation: number | null;
}

/**
 * Returns the edge per hour, in bps, of every period in which all rates are known; oldest first. A period is one interval of the leg with
 * the longer one; the other's settlements within it are added up, and one that lacks a settlement is left out.
 */
export function edgeHistory(long: CarryFunding | null, short: CarryFunding | null, sinceMs: number): readonly number[] {
  const [slow, fast] = slowerFirst(long, short);
  if (slow === null) return [];
  const hours = slow.intervalHours;
  const slowSign = slow === short ? 1e4 : -1e4;
  const edges: number[] = [];
  for (const { atMs, rateFrac } of slow.settled) {
    if (atMs < sinceMs) continue;
    const other = fast === null ? 0 : paidWithin(fast, { atMs, hours });
    if (other !== null) edges.push(((rateFrac - other) * slowSign) / hours);
  }
  return edges;
}

/** Returns how steady a history of edges was, against the edge of now. */
export function stabilityOf(edges: readonly number[], edgeNow: number): EdgeStability {
  const periods = edges.length;
  if (periods === 0) return { periods, sameSignFrac: null, variation: null };
  const same = edges.filter((edge) => Math.sign(edge) === Math.sign(edgeNow)).length;
  const mean = edges.reduce((sum, edge) => sum + edge, 0) / periods;
  const variance = edges.reduce((sum, edge) => sum + (edge - mean) ** 2, 0) / periods;
  const variation = periods < 2 || mean === 0 ? null : Math.sqrt(variance) / Math.abs(mean);
  return { periods, sameSignFrac: same / periods, variation };
}

function slowerFirst(
  long: CarryFunding | null,
  short: CarryFunding | null,
): readonly [CarryFunding | null, CarryFunding | null] {
  if (long === null || short === null) return [short ?? long, null];
  return long.intervalHours > short.intervalHours ? [long, short] : [short, long];
}

/** The sum of the rates paid in the hours up to and with a time; null when one is missing. */
function paidWithin(
  { settled, intervalHours }: CarryFunding,
  { atMs, hours }: { readonly atMs: number; readonly hours: number },
): number | null {
  const endMs = atMs + STAMP_MS;
  const startMs = endMs - hours * HOUR_MS;
  const paid = settled.filter((rate: SettledRate) => rate.atMs > startMs && rate.atMs <= endMs);
  if (paid.length !== Math.round(hours / intervalHours)) return null;
  return paid.reduce((sum, { rateFrac }) => sum + rateFrac, 0);
}
