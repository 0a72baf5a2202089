import type { Opportunity } from '@riptide/contracts';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';

export interface CostStep {
  readonly key: 'gross' | 'entry-fees' | 'latency' | 'exit-fees' | 'exit-spread' | 'net';
  readonly label: string;
  /** Signed bps; null is unknown. */
  readonly bps: number | null;
}

/**
 * Lists where the gross spread goes, in the order it is spent, ending with the net edge as the server computed it.
 *
 * The gross is at the size of the opportunity, so the book walk is already in it. Exit fees are the same two taker fees again.
 */
export function costSteps(row: Opportunity, kind: EdgeKind): readonly CostStep[] {
  const feesBps = row.buy.fee_bps + row.sell.fee_bps;
  const entry: CostStep[] = [
    { key: 'gross', label: 'Gross at size', bps: row.gross_bps },
    { key: 'entry-fees', label: 'Entry fees', bps: -feesBps },
    { key: 'latency', label: 'Latency reserve', bps: -row.latency_reserve_bps },
  ];
  if (kind === 'entry') return [...entry, { key: 'net', label: 'Net edge, entry', bps: row.entry_net_bps }];
  return [
    ...entry,
    { key: 'exit-fees', label: 'Exit fees', bps: -feesBps },
    { key: 'exit-spread', label: 'Exit spread', bps: row.exit_spread_bps === null ? null : -row.exit_spread_bps },
    { key: 'net', label: 'Net edge, round trip', bps: row.round_trip_net_bps },
  ];
}

export interface BarPart {
  readonly key: CostStep['key'];
  /** Share of the bar, 0..1. */
  readonly share: number;
}

/** Cuts a bar of the gross (or of the costs, where they are more) into what each cost takes and what is left. */
export function barParts(row: Opportunity, kind: EdgeKind): readonly BarPart[] {
  const parts = costSteps(row, kind)
    .filter((step) => step.key !== 'gross')
    .map((step) => ({
      key: step.key,
      bps: step.key === 'net' ? Math.max(0, step.bps ?? 0) : Math.max(0, -(step.bps ?? 0)),
    }));
  const totalBps = parts.reduce((sum, part) => sum + part.bps, 0);
  return totalBps === 0 ? [] : parts.map((part) => ({ key: part.key, share: part.bps / totalBps }));
}
