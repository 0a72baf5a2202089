import type { FastifyInstance } from 'fastify';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import type { TradingHistory } from '../storage/trading-db/trading-history.ts';
import { leadingMode, tradingState } from './presenters/accounts.ts';
import { bookOf } from './presenters/result-books.ts';

const ENGINES = ['all', 'trading', 'arbitrage'] as const;

export interface PreparedFrom {
  readonly link: EngineLink;
  readonly history: Pick<TradingHistory, 'closedTrades'>;
  readonly clock: Clock;
}

/**
 * Adds up what closed trades earned once the engine has told its state, usually before its venues are connected: figures are carried on
 * from there, and no screen waits for the years before it. A piece a turn of the loop, so that requests come between.
 */
export function prepareFigures(app: FastifyInstance, parts: PreparedFrom): void {
  const { link, clock } = parts;
  let timer: TimerHandle | null = null;
  const begin = (): void => {
    if (timer !== null || !link.isConnected || tradingState(link) === null) return;
    unsubscribe();
    const pieces = piecesOf(parts);
    const next = (): void => {
      if (pieces.next().done !== true) timer = clock.after(0, next);
    };
    timer = clock.after(0, next);
  };
  const unsubscribe = link.onChange(begin);
  app.addHook('preClose', async () => {
    unsubscribe();
    timer?.cancel();
  });
}

function* piecesOf({ link, history }: PreparedFrom): Generator<void> {
  const mode = leadingMode(link);
  for (const engine of ENGINES) {
    const trades = history.closedTrades(mode);
    // Whoever asks is told then.
    if (!trades.ok) return;
    yield;
    const book = bookOf(link, trades.value, { mode, engine });
    yield;
    book.whole();
    yield;
  }
  history.closedTrades('paper');
}
