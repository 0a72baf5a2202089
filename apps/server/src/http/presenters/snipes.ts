import type { z } from 'zod';
import type { SnipeRow } from '@riptide/contracts';
import type { Snipe } from '@riptide/core/domain';
import type { SnipeView } from '@riptide/core/engine';
import { partsOfAccount } from './accounts.ts';
import { wireEngine } from './engines.ts';
import { exact, pxOrNull, shownOrNull } from './money.ts';
import { roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

/** Returns a trade of an engine as the API shows it. */
export function presentSnipe(snipe: Snipe & Partial<Pick<SnipeView, 'markPx'>>): z.input<typeof SnipeRow> {
  return {
    id: snipe.snipeId,
    decision_id: snipe.decisionId,
    engine: wireEngine(snipe.engine),
    venue: partsOfAccount(snipe.account).venue,
    mode: snipe.mode,
    symbol: snipe.symbol,
    side: snipe.side,
    arm: snipe.arm.armId,
    state: snipe.state,
    wanted_quantity: exact(snipe.wantedQtyBase),
    filled_quantity: exact(snipe.filledQtyBase),
    entry_price: pxOrNull(snipe.entryPx),
    stop_price: pxOrNull(snipe.stopPx),
    take_profit_price: pxOrNull(snipe.takeProfitPx),
    mark_price: pxOrNull(snipe.markPx ?? null),
    break_even: snipe.isBreakEven,
    reprices: snipe.reprices,
    additions: snipe.additions,
    started_at: toEpochSeconds(snipe.startedMs),
    opened_at: toEpochSecondsOrNull(snipe.openedMs),
    closed_at: toEpochSecondsOrNull(snipe.closedMs),
    exit_price: pxOrNull(snipe.exitPx),
    exit: snipe.exit,
    net_usd: shownOrNull(snipe.netUsd, 4),
    net_bps: roundedOrNull(snipe.netBps, 4),
    reason: snipe.reason,
  };
}
