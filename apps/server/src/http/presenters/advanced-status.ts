import type { z } from 'zod';
import type { getAdvancedStatus } from '@riptide/contracts';
import {
  DEFAULT_RISK_LEVEL,
  DEFAULT_RISK_LIMITS,
  limitsAtLevel,
  type RiskLevel,
  type RiskLimits,
} from '@riptide/core/risk';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { SnipeView, TradingStateView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { leadingMode } from './accounts.ts';
import { presentPositions } from './positions.ts';
import { resultFigures } from './result-figures.ts';
import { presentTradingAccount } from './trading-account.ts';

type Answer = z.input<typeof getAdvancedStatus.response>['advanced_status'];

/** Returns open positions against the limit that every entry meets, by hand or of an engine, each with the reason it was opened for. */
export function presentAdvancedStatus(
  link: EngineLink,
  state: TradingStateView,
  trades: readonly ClosedTrade[],
): Answer {
  const positions = presentPositions(link);
  const { account } = presentTradingAccount(link, null);
  return {
    active_positions: new Set(positions.map(({ symbol }) => symbol)).size,
    max_positions: limitsOf(state).maxConcurrentSymbols,
    total_equity: account.equity,
    available_capital: account.available,
    allocated_capital: account.margin_used,
    ...resultFigures(link, state, { mode: leadingMode(link), trades }),
    positions: positions.map((position) => ({
      id: position.id,
      symbol: position.symbol,
      venue: position.venue,
      side: position.side,
      entry_price: position.entry_price,
      current_price: position.mark_price,
      pnl_usd: position.pnl,
      pnl_pct: position.pnl_pct,
      reasoning: reasonOf(openSnipe(link, position.id)),
    })),
  };
}

/** The operator's limits as the risk level applies them. */
function limitsOf(state: TradingStateView): RiskLimits {
  const given = state.settings['risk-limits'] as Partial<RiskLimits> | undefined;
  const level = state.settings['risk-level'] as { readonly level?: RiskLevel } | undefined;
  return limitsAtLevel({ ...DEFAULT_RISK_LIMITS, ...given }, level?.level ?? DEFAULT_RISK_LEVEL);
}

function openSnipe(link: EngineLink, positionId: string): SnipeView | null {
  const found = [...link.values('snipe').values()].find(
    (snipe) => snipe.closedMs === null && `${snipe.account}|${snipe.instrumentId}` === positionId,
  );
  return found ?? null;
}

function reasonOf(snipe: SnipeView | null): string {
  if (snipe === null) return 'opened by hand or outside';
  return `${snipe.engine === 'oraculis' ? 'Oraculis' : 'PAS Trader'}, ${snipe.arm.armId}: ${snipe.reason}`;
}
