import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import type { ClosedTrade } from '@riptide/core/ledger';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import { buildClosedTrade } from './closed-trades.fixture.ts';
import { prepareFigures } from './prepare-figures.ts';
import { leadingMode } from './presenters/accounts.ts';
import { bookOf } from './presenters/result-books.ts';

const DAY_MS = 86_400_000;
const AT_MS = 1_800_000_000_000;

/** Trades of three days, and how often an amount of one was read. */
function watchedTrades(): { readonly trades: readonly ClosedTrade[]; readonly reads: () => number } {
  let reads = 0;
  const trades = Array.from({ length: 30 }, (_, n) => {
    const closeMs = AT_MS + Math.floor(n / 10) * DAY_MS + n;
    const trade = buildClosedTrade({ tradeId: `t${n}`, closeMs, openMs: closeMs - 1_000 });
    return new Proxy(trade, {
      get: (target, name, receiver) => {
        if (name === 'grossQuote') reads += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
  });
  return { trades, reads: () => reads };
}

function prepare(read: Result<readonly ClosedTrade[], DomainError>) {
  const [app, link, clock] = [Fastify(), new FakeEngineLink(), new VirtualClock(AT_MS)];
  const closedTrades = vi.fn(() => read);
  prepareFigures(app, { link, history: { closedTrades }, clock });
  const tellState = (): void => {
    link.update(['trading', 'state', buildTradingState({ isReady: false })]);
    for (let turn = 0; turn < 20; turn += 1) clock.advance(1);
  };
  return { app, link, closedTrades, tellState };
}

it('adds closed trades up when the engine has told its state, so that no figure is made of all of them later', async () => {
  const { trades, reads } = watchedTrades();
  const { app, link, closedTrades, tellState } = prepare(ok(trades));
  expect(closedTrades).not.toHaveBeenCalled();
  tellState();
  const before = reads();
  expect(before).toBeGreaterThan(0);
  const mode = leadingMode(link);
  for (const engine of ['all', 'trading', 'arbitrage'] as const) bookOf(link, trades, { mode, engine }).whole();
  expect(reads()).toBe(before);
  tellState();
  expect(reads()).toBe(before);
  await app.close();
});

it('leaves a history that can not be read to whoever asks', async () => {
  const { app, closedTrades, tellState } = prepare(err(domainError('ENGINE_NOT_READY', 'locked')));
  tellState();
  expect(closedTrades).toHaveBeenCalledTimes(1);
  await app.close();
});

it('does nothing more once the server closes', async () => {
  const { app, closedTrades, tellState } = prepare(ok([]));
  await app.close();
  tellState();
  expect(closedTrades).not.toHaveBeenCalled();
});
