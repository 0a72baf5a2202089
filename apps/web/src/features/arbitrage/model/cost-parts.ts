import type { Opportunity, OpportunityLeg, RouteOutput, previewExecuteLive } from '@riptide/contracts/calls';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';

export interface CostStep {
  readonly key: 'gross' | 'entry-fees' | 'latency' | 'exit-fees' | 'exit-spread' | 'net';
  readonly label: string;
  /** Signed bps; null is unknown. */
  readonly bps: number | null;
}

export interface CostLeg {
  readonly word: 'Buy' | 'Sell';
  readonly venue: string;
  readonly market: string;
  /** Volume-weighted at the size. */
  readonly px: number;
  readonly feeBps: number;
  readonly feeSource: OpportunityLeg['fee_source'] | null;
  /** Best price to that price; null where only the price is told. */
  readonly slippageBps: number | null;
}

/** What a trade costs at one size: of a row as it was sent, or of a preview at the size entered. */
export interface CostFigures {
  readonly asset: string;
  readonly sizeUsd: number;
  readonly quantity: number;
  readonly grossBps: number;
  readonly latencyBps: number;
  readonly exitSpreadBps: number | null;
  readonly fundingBps: number | null;
  readonly entryNetBps: number;
  readonly roundTripNetBps: number | null;
  readonly expectedUsd: number | null;
  readonly legs: readonly [CostLeg, CostLeg];
}

/** Gives the costs of a row at its own size. */
export function figuresOfRow(row: Opportunity): CostFigures {
  return {
    asset: row.asset,
    sizeUsd: row.volume_usd,
    quantity: row.quantity,
    grossBps: row.gross_bps,
    latencyBps: row.latency_reserve_bps,
    exitSpreadBps: row.exit_spread_bps,
    fundingBps: row.funding_bps,
    entryNetBps: row.entry_net_bps,
    roundTripNetBps: row.round_trip_net_bps,
    expectedUsd: row.expected_usd,
    legs: [legOfRow('Buy', row.buy), legOfRow('Sell', row.sell)],
  };
}

function legOfRow(word: CostLeg['word'], leg: OpportunityLeg): CostLeg {
  return {
    word,
    venue: leg.venue,
    market: leg.market,
    px: leg.vwap,
    feeBps: leg.fee_bps,
    feeSource: leg.fee_source,
    slippageBps: leg.slippage_bps,
  };
}

/** Gives the costs of a preview at the size entered; null where no trade can be made of it. */
export function figuresOfPreview(
  preview: RouteOutput<typeof previewExecuteLive>,
  row: Opportunity,
): CostFigures | null {
  const { trade } = preview;
  const [one, other] = trade?.legs ?? [];
  if (!trade || !one || !other) return null;
  const [buy, sell] = one.leg === 'buy' ? [one, other] : [other, one];
  const { expected } = trade;
  return {
    asset: row.asset,
    sizeUsd: trade.notional_usd,
    quantity: trade.quantity,
    grossBps: expected.gross_bps,
    latencyBps: expected.latency_reserve_bps,
    exitSpreadBps: expected.exit_spread_bps,
    fundingBps: expected.funding_bps,
    entryNetBps: expected.entry_net_bps,
    roundTripNetBps: expected.round_trip_net_bps,
    expectedUsd: preview.expected_usd,
    legs: [legOfPlan('Buy', buy, row.buy), legOfPlan('Sell', sell, row.sell)],
  };
}

function legOfPlan(
  word: CostLeg['word'],
  leg: { venue: string; market: string; planned_price: number; fee_bps: number },
  ofRow: OpportunityLeg,
): CostLeg {
  return {
    word,
    venue: leg.venue,
    market: leg.market,
    px: leg.planned_price,
    feeBps: leg.fee_bps,
    feeSource: ofRow.fee_bps === leg.fee_bps ? ofRow.fee_source : null,
    slippageBps: null,
  };
}

/**
 * Lists where the gross spread goes, in the order it is spent, ending with the net edge as the server computed it.
 *
 * The gross is at the size of the trade, so the book walk is already in it. Exit fees are the same two taker fees again.
 */
export function costSteps(figures: CostFigures, kind: EdgeKind): readonly CostStep[] {
  const feesBps = figures.legs[0].feeBps + figures.legs[1].feeBps;
  const entry: CostStep[] = [
    { key: 'gross', label: 'Gross at size', bps: figures.grossBps },
    { key: 'entry-fees', label: 'Entry fees', bps: -feesBps },
    { key: 'latency', label: 'Latency reserve', bps: -figures.latencyBps },
  ];
  if (kind === 'entry') return [...entry, { key: 'net', label: 'Net edge, entry', bps: figures.entryNetBps }];
  return [
    ...entry,
    { key: 'exit-fees', label: 'Exit fees', bps: -feesBps },
    { key: 'exit-spread', label: 'Exit spread', bps: figures.exitSpreadBps === null ? null : -figures.exitSpreadBps },
    { key: 'net', label: 'Net edge, round trip', bps: figures.roundTripNetBps },
  ];
}

export interface WaterfallBar extends CostStep {
  /** Where the bar begins and how long it is, as shares of the whole width, 0..1; null where the figure is unknown. */
  readonly from: number | null;
  readonly length: number | null;
}

/** Hangs each cost where the one before ended, so that the bars step down from the gross to the net. */
export function waterfall(steps: readonly CostStep[]): readonly WaterfallBar[] {
  let levelBps = 0;
  const spans = steps.map((step) => {
    const isWhole = step.key === 'gross' || step.key === 'net';
    const fromBps = isWhole ? 0 : levelBps;
    const toBps = isWhole ? (step.bps ?? 0) : levelBps + (step.bps ?? 0);
    levelBps = toBps;
    return { step, lowBps: Math.min(fromBps, toBps), highBps: Math.max(fromBps, toBps) };
  });
  const lowBps = Math.min(0, ...spans.map((span) => span.lowBps));
  const wholeBps = Math.max(0, ...spans.map((span) => span.highBps)) - lowBps;
  return spans.map(({ step, lowBps: low, highBps: high }) => ({
    ...step,
    from: step.bps === null || wholeBps === 0 ? null : (low - lowBps) / wholeBps,
    length: step.bps === null || wholeBps === 0 ? null : (high - low) / wholeBps,
  }));
}

export interface BarPart {
  readonly key: CostStep['key'];
  /** Share of the bar, 0..1. */
  readonly share: number;
}

/** Cuts a bar of the gross (or of the costs, where they are more) into what each cost takes and what is left. */
export function barParts(row: Opportunity, kind: EdgeKind): readonly BarPart[] {
  const parts = costSteps(figuresOfRow(row), kind)
    .filter((step) => step.key !== 'gross')
    .map((step) => ({
      key: step.key,
      bps: step.key === 'net' ? Math.max(0, step.bps ?? 0) : Math.max(0, -(step.bps ?? 0)),
    }));
  const totalBps = parts.reduce((sum, part) => sum + part.bps, 0);
  return totalBps === 0 ? [] : parts.map((part) => ({ key: part.key, share: part.bps / totalBps }));
}
