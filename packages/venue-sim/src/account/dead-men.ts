import { instrumentAt, type AccountWorld } from './account-world.ts';
import type { OrderDesk } from './order-desk.ts';

interface DeadMan {
  readonly accountId: number;
  readonly ix: number | null;
  readonly kind: 'spot' | 'perp' | null;
  readonly dueMs: number;
}

/** Timers that cancel an account's resting orders when it falls silent. Conditional orders stay. */
export class DeadMen {
  private readonly world: AccountWorld;
  private readonly desk: OrderDesk;
  private readonly armed = new Map<string, DeadMan>();

  constructor(world: AccountWorld, desk: OrderDesk) {
    this.world = world;
    this.desk = desk;
  }

  arm(accountId: number, over: { ix: number | null; kind: 'spot' | 'perp' | null }, timeoutMs: number): void {
    const key = `${accountId}|${over.ix ?? 'all'}|${over.kind ?? 'all'}`;
    this.armed.delete(key);
    if (timeoutMs > 0) this.armed.set(key, { accountId, ...over, dueMs: this.world.clock.nowMs() + timeoutMs });
  }

  step(): void {
    const nowMs = this.world.clock.nowMs();
    for (const [key, one] of Array.from(this.armed)) {
      if (nowMs < one.dueMs) continue;
      this.armed.delete(key);
      this.cancelAll(one);
    }
  }

  private cancelAll({ accountId, ix, kind }: DeadMan): void {
    for (const order of Array.from(this.world.store.liveOf(accountId).values())) {
      const isOver = ix === null || order.request.ix === ix;
      const isKind = kind === null || instrumentAt(this.world, order.request.ix).kind === kind;
      if (isOver && isKind && order.status === 'open') this.desk.cancel(order, 'dead-man');
    }
  }
}
