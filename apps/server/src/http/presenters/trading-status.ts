import type { z } from 'zod';
import type { TradingStatus } from '@riptide/contracts';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { EngineViews } from './engines.ts';
import { modeOfVenue } from './accounts.ts';
import { presentConnection } from './connections.ts';
import { presentPositions } from './positions.ts';
import { presentTradingAccount } from './trading-account.ts';
import { presentTradingStats } from './trading-stats.ts';
import { venueUnreadiness, type ReadinessSources } from './venue-readiness.ts';

const DEFAULT_SYMBOL = 'BTCUSDT';

export interface StatusSources extends ReadinessSources {
  readonly egressIp: string | null;
  readonly trades: readonly ClosedTrade[];
}

/** Returns the trading engine with its positions, its account and its figures. */
export function presentTradingStatus(
  sources: StatusSources,
  { pasTrader }: EngineViews,
): z.input<typeof TradingStatus> {
  const { link, connections } = sources;
  const { settings } = pasTrader;
  const positions = presentPositions(link).filter(({ market }) => market === 'perp');
  const { equity, available, unrealized_pnl } = presentTradingAccount(link, settings.venue).account;
  const unreadiness = venueUnreadiness(sources, settings.venue);
  return {
    active: pasTrader.isRunning,
    symbol: positions[0]?.symbol ?? settings.symbols[0] ?? DEFAULT_SYMBOL,
    symbols: [...settings.symbols],
    auto_pick: settings.autoPick,
    picked_symbols: pasTrader.picked.map(({ symbol, reason }) => ({ symbol, reason })),
    positions: positions.map((position) => ({
      id: position.id,
      symbol: position.symbol,
      venue: position.venue,
      side: position.side === 'long' ? ('LONG' as const) : ('SHORT' as const),
      size: position.size,
      contracts: position.contracts,
      entry_price: position.entry_price,
      mark_price: position.mark_price,
      notional: position.notional,
      unrealized_pnl: position.unrealized_pnl,
      roe_pct: position.roe_pct,
    })),
    leverage: settings.leverage,
    account: { equity, available, unrealized_pnl },
    mode: pasTrader.mode,
    risk_level: settings.riskLevel,
    exchange: settings.venue,
    execution_mode: pasTrader.executionMode,
    trading_ready: unreadiness === null,
    reason: unreadiness,
    egress_ip: sources.egressIp,
    binance: {
      connected: presentConnection({ link, connections }, 'BINANCE').connected,
      mode: modeOfVenue(link, 'BINANCE'),
    },
    stats: presentTradingStats(link, sources.trades),
  };
}
