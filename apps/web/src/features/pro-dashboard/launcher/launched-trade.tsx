import { Link } from '@tanstack/react-router';
import type { ArbExecution } from '@riptide/contracts/calls';
import { UNKNOWN } from '../../../lib/format.ts';
import { formatLatency } from '../../../lib/format-time.ts';
import { CertificateList, RepairList } from '../../../shared/arb-trades/certificate-list.tsx';
import { LegProgress } from '../../../shared/arb-trades/leg-progress.tsx';
import { TradeStateTag } from '../../../shared/arb-trades/trade-state-tag.tsx';
import { fillLatencyMs } from '../../../shared/arb-trades/trade-words.ts';
import { useArbTrades } from '../../../shared/arb-trades/use-arb-trades.ts';

/** What became of the trade that was launched last: leg by leg as it fills, how long it took, and what both venues said. */
export function LaunchedTrade({ launched }: { launched: ArbExecution }) {
  const trade = useArbTrades().data?.trades.find(({ id }) => id === launched.id) ?? launched;
  const latencyMs = fillLatencyMs(trade);
  return (
    <section aria-label="Launched trade" className="flex flex-col gap-3 border-t border-line1 px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <b className="font-semibold">
          {trade.symbol} {trade.buy_exchange} → {trade.sell_exchange}
        </b>
        <TradeStateTag trade={trade} />
        <span className="flex-1" />
        <Link
          to="/app/arbitrage"
          search={{ trade: trade.id }}
          className="text-[12px] text-accent underline underline-offset-2"
        >
          Open execution
        </Link>
      </div>
      <LegProgress trade={trade} />
      <p className="tabular text-[12px] text-fg2">
        Both legs filled after {latencyMs === null ? UNKNOWN : formatLatency(latencyMs)}
      </p>
      <RepairList trade={trade} />
      <CertificateList trade={trade} />
    </section>
  );
}
