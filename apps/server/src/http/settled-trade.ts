import type { ArbState, ArbTrade } from '@riptide/core/domain';
import type { ArbTradeView } from '@riptide/core/engine';
import type { Clock } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import { arbitrageView } from './presenters/arbitrage.ts';

/** Longer than two orders need that are filled or ended at once; a caller is not kept for what takes longer. */
const SETTLE_TIMEOUT_MS = 4_000;
const MOVING: ReadonlySet<ArbState> = new Set(['planned', 'gated', 'sent', 'imbalanced', 'unknown']);

/** Returns a trade that was just sent once its legs are hedged or undone, or as it stands after 4 s: its fills come after the call's answer. */
export function settledTrade(
  { link, clock }: { readonly link: EngineLink; readonly clock: Clock },
  trade: ArbTrade,
): Promise<ArbTrade & Partial<ArbTradeView>> {
  const newest = () => arbitrageView(link)?.trades.find(({ arbId }) => arbId === trade.arbId) ?? trade;
  if (!MOVING.has(trade.state)) return Promise.resolve(trade);
  return new Promise((resolve) => {
    const end = (): void => {
      timer.cancel();
      unsubscribe();
      resolve(newest());
    };
    const look = (): void => {
      if (!MOVING.has(newest().state)) end();
    };
    const timer = clock.after(SETTLE_TIMEOUT_MS, end);
    const unsubscribe = link.onChange(look);
    look();
  });
}
