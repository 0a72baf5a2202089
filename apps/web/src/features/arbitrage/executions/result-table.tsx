import type { ArbExecution } from '@riptide/contracts/calls';
import { formatPct } from '../../../lib/format.ts';
import { predictedBps, predictedBy } from '../../../shared/arb-trades/trade-words.ts';
import { Num } from '../../../shared/num.tsx';

/** What was predicted against what came of it, and of which parts the result is made. */
export function ResultTable({ trade }: { trade: ArbExecution }) {
  const { expected, result } = trade;
  const isOver = result !== null;
  const realisedBps = isOver ? result.net_bps : trade.open_net_bps;
  return (
    <section aria-label="Predicted against realised" className="text-[12px]">
      <h3 className="mb-1 font-semibold">Predicted against realised</h3>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-fg2 [&>dd]:text-right">
        <dt>Predicted, {predictedBy(trade)}</dt>
        <dd>
          <Num kind="signed-bps" value={predictedBps(trade)} /> bps
        </dd>
        <dt>{isOver ? 'Realised' : 'If it were closed at the books of now'}</dt>
        <dd className="font-semibold">
          <Num kind="signed-bps" value={realisedBps} coloured /> bps
        </dd>
        <dt>Entry alone, predicted</dt>
        <dd>
          <Num kind="signed-bps" value={expected.entry_net_bps} /> bps
        </dd>
        {expected.fill_probability === null ? null : (
          <>
            <dt>Both legs fill, predicted</dt>
            <dd>{formatPct(expected.fill_probability * 100, 0)}</dd>
          </>
        )}
        {isOver ? null : (
          <>
            <dt>Exit spread now, closes at</dt>
            <dd>
              <Num kind="signed-bps" value={trade.exit_spread_now_bps} /> /{' '}
              <Num kind="signed-bps" value={trade.exit_spread_bps} /> bps
            </dd>
            <dt>Net at the books of now</dt>
            <dd className="font-semibold">
              <Num kind="pnl" value={trade.open_net_usd} coloured />
            </dd>
          </>
        )}
        {result === null ? null : (
          <>
            <dt>Prices</dt>
            <dd>
              <Num kind="pnl" value={result.price_usd} />
            </dd>
            <dt>Fees paid</dt>
            <dd>
              <Num kind="usd" value={result.fees_usd} />
            </dd>
            <dt>Funding</dt>
            <dd>
              <Num kind="pnl" value={result.funding_usd} />
            </dd>
            <dt>Borrowing paid</dt>
            <dd>
              <Num kind="usd" value={result.borrow_usd} />
            </dd>
            <dt className="font-semibold text-fg1">Net</dt>
            <dd className="font-semibold">
              <Num kind="pnl" value={result.net_usd} coloured />
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
