import type { Opportunity, OpportunityPolicy } from '@riptide/contracts/calls';

export type StatusFilter = 'all' | 'ready' | 'eval' | 'blocked';
export type EdgeKind = 'round' | 'entry';

export const STATUS_FILTERS: readonly StatusFilter[] = ['all', 'ready', 'eval', 'blocked'];

const FILTER_POLICY: Readonly<Record<Exclude<StatusFilter, 'all'>, OpportunityPolicy>> = {
  ready: 'executable',
  eval: 'evaluation_only',
  blocked: 'blocked',
};

/** The words of a policy in the Status column. */
export const POLICY_WORDS: Readonly<Record<OpportunityPolicy, string>> = {
  executable: 'Ready',
  evaluation_only: 'Eval Only',
  blocked: 'Blocked',
};

/** A spread this wide is more often two different coins of one ticker than a gift. */
const MAPPING_DOUBT_BPS = 300;

/** Tells whether a row passes the status filter. */
export function passesFilter(row: Opportunity, filter: StatusFilter): boolean {
  return filter === 'all' || row.policy === FILTER_POLICY[filter];
}

/** Counts the rows behind each filter. */
export function countByFilter(rows: readonly Opportunity[]): Readonly<Record<StatusFilter, number>> {
  const counts = { all: rows.length, ready: 0, eval: 0, blocked: 0 };
  for (const row of rows) {
    if (row.policy === 'executable') counts.ready += 1;
    else if (row.policy === 'evaluation_only') counts.eval += 1;
    else counts.blocked += 1;
  }
  return counts;
}

/** The net edge the operator chose to look at, in bps; null while the exit spread is unknown. */
export function edgeBps(row: Opportunity, kind: EdgeKind): number | null {
  return kind === 'entry' ? row.entry_net_bps : row.round_trip_net_bps;
}

/** The mode in the words of the Mode column. */
export function modeWords(row: Opportunity): string {
  return row.mode === 'futures-futures' ? 'Fut↔Fut' : 'Spot↔Fut';
}

/** Tells whether the gross spread is so wide that the symbol mapping should be checked. */
export function isMappingDoubtful(row: Opportunity): boolean {
  return Math.abs(row.gross_bps) > MAPPING_DOUBT_BPS;
}
