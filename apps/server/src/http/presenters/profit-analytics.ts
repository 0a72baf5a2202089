import type { z } from 'zod';
import type { getProfitAnalytics } from '@riptide/contracts';
import { decimal } from '@riptide/core/domain';
import type { SnipeView } from '@riptide/core/engine';
import { armOf } from '@riptide/core/strategies';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EngineViews } from './engines.ts';
import { shown } from './money.ts';
import { roundedOrNull } from './numbers.ts';

type Answer = z.input<typeof getProfitAnalytics.response>['analytics'];
type Group = Answer['by_arm'][string];

/** Returns what the newest closed trades earned, grouped by way of exit, arm and symbol. */
export function presentProfitAnalytics(link: EngineLink, { pasTrader }: EngineViews): Answer {
  const snipes = [...link.values('snipe').values()].filter(({ mode }) => mode === pasTrader.executionMode);
  const closed = snipes.filter(({ state }) => state === 'closed');
  const holds = closed.flatMap(({ openedMs, closedMs }) =>
    openedMs === null || closedMs === null ? [] : [(closedMs - openedMs) / 1_000],
  );
  const arm = armOf(pasTrader.settings.fixedArmId);
  return {
    ...groupOf(closed),
    avg_hold_seconds: roundedOrNull(mean(holds), 3),
    missed: snipes.filter(({ state }) => state === 'missed').length,
    by_exit: grouped(closed, ({ exit }) => exit ?? 'other'),
    by_arm: grouped(closed, (snipe) => snipe.arm.armId),
    by_symbol: grouped(closed, ({ symbol }) => symbol),
    targets: {
      take_profit_bps: arm?.takeProfitBps ?? 0,
      stop_loss_bps: arm?.stopLossBps ?? 0,
      min_net_bps: pasTrader.settings.minNetBps,
    },
  };
}

function grouped(snipes: readonly SnipeView[], keyOf: (snipe: SnipeView) => string): Record<string, Group> {
  const groups = new Map<string, SnipeView[]>();
  for (const snipe of snipes) groups.set(keyOf(snipe), [...(groups.get(keyOf(snipe)) ?? []), snipe]);
  return Object.fromEntries([...groups].map(([key, members]) => [key, groupOf(members)]));
}

function groupOf(snipes: readonly SnipeView[]): Group {
  const known = snipes.filter(({ netUsd }) => netUsd !== null);
  const net = known.reduce((sum, { netUsd }) => sum.plus(decimal(netUsd ?? '0')), decimal(0));
  const wins = known.filter(({ netUsd }) => decimal(netUsd ?? '0').gt(0)).length;
  return {
    trades: snipes.length,
    win_rate: known.length === 0 ? null : roundedOrNull(wins / known.length, 6),
    net_usd: shown(net.toString(), 4),
    avg_net_bps: roundedOrNull(mean(known.flatMap(({ netBps }) => (netBps === null ? [] : [netBps]))), 4),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
