import { getDecisions } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Ago } from '../../shared/ago.tsx';
import { actionWords } from '../../shared/decisions/decision-words.ts';
import { TRADING_STATUS_INTERVAL_MS } from '../../shared/trading-engine/use-trading-engine.ts';
import { useCall } from '../../shared/use-call.ts';

/** What the engine decided last and why, with the way to all of its gates: what a person looks for after the start. */
export function LastDecision({ isActive }: { isActive: boolean }) {
  const told = useCall(getDecisions, {
    input: { query: { limit: 1, offset: 0 } },
    intervalMs: TRADING_STATUS_INTERVAL_MS,
  }).data;
  const last = told?.decisions[0];
  if (!last) {
    return isActive && told ? (
      <p className="text-[12px] text-fg3">It waits for a cluster of liquidations; each decision is shown here.</p>
    ) : null;
  }
  const { detail } = actionWords(last);
  return (
    <div className="flex flex-col gap-0.5">
      <span className="flex items-center justify-between gap-2">
        <span className="text-fg2">Last decision</span>
        <span className="text-[12px] text-fg3">
          <Ago atSeconds={last.timestamp} />
        </span>
      </span>
      <span className="line-clamp-2 text-[12px] text-fg2" title={detail}>
        <b className="font-semibold text-fg1">{last.symbol}</b> {detail}
      </span>
      <Link
        to="/app/ai-metrics"
        search={{ decision: last.id }}
        className="reach self-start text-[12px] text-accent hover:underline"
      >
        Why: every gate with its value
      </Link>
    </div>
  );
}
