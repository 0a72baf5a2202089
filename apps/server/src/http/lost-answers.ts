import type { ArbTradeView } from '@riptide/core/engine';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { FastifyInstance } from 'fastify';
import type { EngineLink } from '../link/engine-link.ts';
import { noticeOf, type Notice } from '../notify/notice.ts';
import { executionText } from './presenters/executions.ts';
import type { RouteError } from './to-problem.ts';
import type { RouteDeps } from './routes/route-deps.ts';
import { tradingState } from './presenters/accounts.ts';
import { BY_API } from './trading-calls.ts';

const LOOK_EVERY_MS = 1_000;
/** The engine answers or refuses an order long before; a call that it took up later than this has long been refused as too old. */
const CERTAIN_AFTER_MS = 30_000;
/** A trade that still moves then is told of as it stands. */
const TELL_BY_MS = 90_000;
const ASK_TIMEOUT_MS = 5_000;
const STILL: ReadonlySet<string> = new Set(['hedged', 'naked', 'certified', 'aborted']);
/** More at once are a fault of their own; what is over is left to the list of executions. */
const OPEN_MAX = 50;

/** An order for an arbitrage whose answer was lost. */
export interface LostOrder {
  /** What was asked for, in words. */
  readonly what: string;
  readonly symbol: string;
  readonly source: ArbTradeView['source'];
  readonly sentMs: number;
}

export interface LostAnswersDeps {
  readonly link: EngineLink;
  readonly clock: Clock;
  /** Told when an order can't be followed. */
  onFault(text: string): void;
  /** Stores what people are told. */
  tell(notices: readonly Notice[]): Promise<unknown>;
}

/** Finds out what became of orders whose answer was lost, for instance by a death of the engine, and tells it: the trade that stands, or that none came of it. */
export class LostAnswers {
  private readonly deps: LostAnswersDeps;
  private readonly open = new Map<LostOrder, TimerHandle>();
  private readonly told = new Set<string>();

  constructor(deps: LostAnswersDeps) {
    this.deps = deps;
  }

  follow(order: LostOrder): void {
    if (this.open.size >= OPEN_MAX) {
      this.deps.onFault(`too many lost answers: ${order.what} is not followed`);
      return;
    }
    let isLooking = false;
    const look = (): void => {
      if (isLooking) return;
      isLooking = true;
      this.look(order)
        .catch((e: unknown) => this.deps.onFault(`${order.what} could not be followed: ${String(e)}`))
        .finally(() => (isLooking = false));
    };
    this.open.set(order, this.deps.clock.every(LOOK_EVERY_MS, look));
  }

  close(): void {
    for (const timer of this.open.values()) timer.cancel();
    this.open.clear();
  }

  private async look(order: LostOrder): Promise<void> {
    const { link, clock } = this.deps;
    if (!link.isConnected || tradingState(link)?.isReady !== true) return;
    const request = { symbol: order.symbol, limit: 200 };
    const found = await link.send('arb-query', request, ASK_TIMEOUT_MS);
    if (!found.ok || !this.open.has(order)) return;
    const ageMs = clock.nowMs() - order.sentMs;
    const trade = found.value.trades.find((each) => this.isOf(order, each));
    if (trade === undefined) {
      if (ageMs >= CERTAIN_AFTER_MS) await this.tell(order, null);
    } else if (STILL.has(trade.state) || ageMs >= TELL_BY_MS) await this.tell(order, trade);
  }

  /** Begun after the order was sent, by the same hand; one trade answers one order. */
  private isOf({ sentMs, source }: LostOrder, trade: ArbTradeView): boolean {
    return trade.startedMs >= sentMs && trade.by === BY_API && trade.source === source && !this.told.has(trade.arbId);
  }

  /** Once; what could not be stored is a fault of its own, and the trade stands in the list all the same. */
  private async tell(order: LostOrder, trade: ArbTradeView | null): Promise<void> {
    this.open.get(order)?.cancel();
    this.open.delete(order);
    if (trade !== null) this.told.add(trade.arbId);
    const became =
      trade === null
        ? 'no trade came of it: nothing was sent for it'
        : `it became ${trade.arbId}: ${executionText(trade)}`;
    await this.deps.tell([
      noticeOf({
        event: 'warning',
        severity: 'WARN',
        atMs: this.deps.clock.nowMs(),
        title: trade === null ? 'A lost order came to nothing' : 'A lost order became a trade',
        body: `The answer to ${order.what} was lost; ${became}.`,
        symbol: order.symbol,
        venues: trade === null ? [] : [trade.buy.venue, trade.sell.venue],
      }),
    ]);
  }
}

/** Follows lost answers for as long as the server runs. */
export function followLostAnswers(
  app: FastifyInstance,
  { link, clock, notifier }: Pick<RouteDeps, 'link' | 'clock' | 'notifier'>,
): LostAnswers {
  const lost = new LostAnswers({
    link,
    clock,
    onFault: (text) => app.log.warn(text),
    tell: (notices) => notifier.desk.accept(notices),
  });
  app.addHook('preClose', async () => lost.close());
  return lost;
}

/** Tells whether nobody knows what became of a call: its answer was lost. */
export function isOutcomeLost(error: RouteError): boolean {
  return error.code === 'ORDER_OUTCOME_UNKNOWN';
}
