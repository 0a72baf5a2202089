import type { z } from 'zod';
import type { getAdvancedStatus } from '@riptide/contracts';
import {
  DEFAULT_RISK_LEVEL,
  DEFAULT_RISK_LIMITS,
  limitsAtLevel,
  type RiskLevel,
  type RiskLimits,
} from '@riptide/core/risk';
import { decimal } from '@riptide/core/domain';
import type { SnipeView, TradingStateView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { leadingMode } from './accounts.ts';
import type { EngineViews } from './engines.ts';
import { cents, shown, toNumber } from './money.ts';
import { presentPositions } from './positions.ts';
import { presentTradingAccount } from './trading-account.ts';

type Answer = z.input<typeof getAdvancedStatus.response>['advanced_status'];

/** Returns open positions against their limits, each with the reason it was opened for. */
export function presentAdvancedStatus(link: EngineLink, state: TradingStateView, engines: EngineViews): Answer {
  const positions = presentPositions(link);
  const { account } = presentTradingAccount(link, null);
  const mode = leadingMode(link);
  const closed = [engines.pasTrader, engines.oraculis]
    .filter(({ executionMode }) => executionMode === mode)
    .reduce((sum, { performance }) => sum.plus(decimal(performance.pnlUsd)), decimal(0));
  const open = account.unrealized_pnl;
  return {
    active_positions: new Set(positions.map(({ symbol }) => symbol)).size,
    max_positions: limitsOf(state).maxConcurrentSymbols,
    total_equity: account.equity,
    available_capital: account.available,
    allocated_capital: account.margin_used,
    total_pnl: open === null ? null : toNumber(cents(closed.plus(decimal(String(open))).toString())),
    daily_pnl: shown(state.dayPnlUsd[mode], 4),
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
