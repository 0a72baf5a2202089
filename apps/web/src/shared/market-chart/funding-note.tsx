import { getSpotFutures, type VenueName } from '@riptide/contracts/calls';
import { useRuntime } from '../../lib/runtime.tsx';
import { formatChangePct, UNKNOWN } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useCall } from '../use-call.ts';

/** Funding moves slowly; what runs is the countdown. */
const FUNDING_INTERVAL_MS = 30_000;

/** What the next funding payment of a perpetual is and when it comes; nothing while it is not known. */
export function FundingNote({ symbol, venue }: { symbol: string; venue: VenueName }) {
  const { serverClock } = useRuntime();
  const nowMs = serverClock.toServerMs(useNow());
  const basis = useCall(getSpotFutures, { input: { query: { symbol } }, intervalMs: FUNDING_INTERVAL_MS }).data?.basis;
  const row = basis?.find((each) => each.symbol === symbol && each.futures_exchange === venue);
  const fraction = row?.funding_rate ?? null;
  const nextS = row?.next_funding_at ?? null;
  const rate = fraction === null ? UNKNOWN : formatChangePct(fraction * 100, 4);
  if (rate === UNKNOWN || nextS === null) return null;
  return (
    <span className="tabular text-xs text-fg3 max-lg:hidden" title={`Funding of ${symbol} at ${venue}`}>
      Funding {rate} in {wordCountdown(nextS * 1000 - nowMs)}
    </span>
  );
}

function wordCountdown(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
