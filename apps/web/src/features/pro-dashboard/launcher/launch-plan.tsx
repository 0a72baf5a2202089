import { formatBps, formatPx, formatQty, formatUsd } from '../../../lib/format.ts';
import { WorstCase } from '../../../shared/arb-trades/worst-case.tsx';
import type { TradePreview } from '../../../shared/arb-trades/use-trade-preview.ts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { Num, Unknown } from '../../../shared/num.tsx';

const WORST_BY = { stop_loss: 'at SL', loss_cap: 'at the loss cap' } as const;

/** What the trade would be before it is sent: both legs with their fees, what it costs, should bring and can lose. */
export function LaunchPlan({ plan }: { plan: TradePreview }) {
  const { trade, outlook } = plan;
  if (trade === null || outlook === null) return null;
  return (
    <>
      <table className="tabular w-full text-[12px]">
        <caption className="sr-only">Both legs at {formatQty(trade.quantity)}</caption>
        <thead>
          <tr className="text-2xs text-fg3">
            {['Leg', 'Qty', 'Price', 'Fee'].map((head, at) => (
              <th key={head} scope="col" className={`py-1 font-medium ${at === 0 ? 'text-left' : 'text-right'}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trade.legs.map((leg) => (
            <tr key={leg.leg} className="border-t border-line1">
              <th scope="row" className="py-1 text-left font-normal">
                <span className={leg.side === 'BUY' ? 'text-up' : 'text-down'}>
                  {leg.side === 'BUY' ? 'Buy' : 'Sell'}
                </span>{' '}
                {leg.venue} <small className="text-fg3">{leg.market}</small> <ModeChip execution={leg.mode} />
              </th>
              <td className="text-right">{formatQty(trade.quantity)}</td>
              <td className="text-right" title={`limit ${formatPx(leg.limit_price)}`}>
                {formatPx(leg.planned_price)}
              </td>
              <td className="text-right">{formatBps(leg.fee_bps)} bps</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line1 pt-2 text-[12px]">
        <dt className="text-fg2">Cost, four fees, reserve and exit spread</dt>
        <dd className="text-right">
          {formatBps(outlook.cost_bps)} bps, {formatUsd(outlook.cost_usd)}
        </dd>
        <dt className="font-semibold">Expected net</dt>
        <dd className="text-right font-semibold">
          <Num kind="signed-bps" value={outlook.expected_net_bps} coloured /> bps,{' '}
          <Num kind="pnl" value={plan.expected_usd} coloured />
        </dd>
        {outlook.take_profit_usd === null ? null : (
          <>
            <dt className="text-fg2">At TP</dt>
            <dd className="text-right">
              <Num kind="pnl" value={outlook.take_profit_usd} />
            </dd>
          </>
        )}
        <dt className="text-fg2">Worst case {outlook.worst_case_by === null ? '' : WORST_BY[outlook.worst_case_by]}</dt>
        <dd className="text-right">
          <Num kind="signed-bps" value={outlook.worst_case_bps} /> bps,{' '}
          <Num kind="pnl" value={outlook.worst_case_usd} />
        </dd>
        <dt className="text-fg2">Risk / reward</dt>
        <dd className="text-right">
          {outlook.reward_to_risk === null ? <Unknown /> : `1 : ${outlook.reward_to_risk.toFixed(2)}`}
        </dd>
      </dl>
      <div className="-mx-3.5">
        <WorstCase trade={trade} />
      </div>
    </>
  );
}
