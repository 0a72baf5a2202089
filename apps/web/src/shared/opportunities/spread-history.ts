import type { Opportunity } from '@riptide/contracts/calls';

export interface SpreadSeries {
  /** Epoch seconds, rising. */
  readonly atS: readonly number[];
  /** null where a gap is: no data for over 2 s. */
  readonly grossBps: readonly (number | null)[];
  readonly entryNetBps: readonly (number | null)[];
}

interface Series {
  atS: number[];
  grossBps: (number | null)[];
  entryNetBps: (number | null)[];
  /** The copy handed out last; dropped with the next point. */
  copy: SpreadSeries | null;
}

const POINTS_KEPT = 900;
const SERIES_KEPT = 400;
const STEP_S = 1;
/** Data older than this are no longer drawn on. */
export const GAP_S = 2;

const EMPTY: SpreadSeries = { atS: [], grossBps: [], entryNetBps: [] };

/**
 * Keeps each opportunity's spread since the page was opened: one point a second, 15 minutes of change, 400 series;
 * beyond that the series that changed longest ago leaves.
 */
export class SpreadHistory {
  readonly #series = new Map<string, Series>();

  add(rows: readonly Opportunity[]): void {
    for (const row of rows) this.#addOne(row);
  }

  /** The series so far; the same object until it changes, then a new one. */
  get(id: string): SpreadSeries {
    const series = this.#series.get(id);
    if (!series) return EMPTY;
    series.copy ??= { atS: [...series.atS], grossBps: [...series.grossBps], entryNetBps: [...series.entryNetBps] };
    return series.copy;
  }

  #addOne(row: Opportunity): void {
    const series = this.#series.get(row.id) ?? { atS: [], grossBps: [], entryNetBps: [], copy: null };
    const lastS = series.atS.at(-1);
    if (lastS !== undefined && row.timestamp < lastS) return;
    series.copy = null;
    if (lastS !== undefined && row.timestamp - lastS < STEP_S) {
      series.grossBps[series.grossBps.length - 1] = row.gross_bps;
      series.entryNetBps[series.entryNetBps.length - 1] = row.entry_net_bps;
    } else {
      if (lastS !== undefined && row.timestamp - lastS > GAP_S) {
        series.atS.push(lastS + GAP_S);
        series.grossBps.push(null);
        series.entryNetBps.push(null);
      }
      series.atS.push(row.timestamp);
      series.grossBps.push(row.gross_bps);
      series.entryNetBps.push(row.entry_net_bps);
    }
    while (series.atS.length > POINTS_KEPT)
      for (const list of [series.atS, series.grossBps, series.entryNetBps]) list.shift();
    this.#series.delete(row.id);
    this.#series.set(row.id, series);
    if (this.#series.size <= SERIES_KEPT) return;
    const [oldestId] = this.#series.keys();
    if (oldestId !== undefined) this.#series.delete(oldestId);
  }
}
