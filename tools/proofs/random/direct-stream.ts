import type { PrivateSink, PrivateStreamState } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { PrivateEventName } from '../../../packages/venue-sim/src/account/model.ts';
import type { SimHouse } from './sim-house.ts';
import { balanceReport, fillOf, incomeOf, positionReport } from './venue-words.ts';

/** How long an event travels. The same for all, so that only the fault plan changes their order. */
const WAY_MS = 8;

/** The private stream of the account: what the account engine tells, under the event faults of its plan. Outlives the engine that listens. */
export class DirectStream {
  private readonly house: SimHouse;
  private readonly venueClock: Clock;
  private reader: { readonly sink: PrivateSink; readonly clock: Clock } | null = null;
  private isLive = true;
  private sinceMs = 0;
  private reconnects = 0;

  constructor(house: SimHouse, venueClock: Clock) {
    this.house = house;
    this.venueClock = venueClock;
    this.listen();
  }

  /** Connects a reader; events reach it on its own clock, and die with that. */
  open(sink: PrivateSink, clock: Clock): void {
    this.reader = { sink, clock };
    this.isLive = true;
    this.sinceMs = this.venueClock.nowMs();
  }

  state(): PrivateStreamState {
    const { isLive, sinceMs, reconnects } = this;
    return { isLive, sinceMs, reason: isLive ? null : 'lost', reconnects, lastEventMs: null };
  }

  /** Loses the connection for a while: what happens meanwhile is told to nobody. */
  lose(downMs: number): void {
    if (!this.isLive) return;
    this.isLive = false;
    const lost = this.reader;
    this.tellState();
    this.venueClock.after(downMs, () => {
      if (this.isLive || this.reader !== lost) return;
      this.isLive = true;
      this.reconnects += 1;
      this.tellState();
    });
  }

  private tellState(): void {
    this.sinceMs = this.venueClock.nowMs();
    this.reader?.sink.onStream(this.state());
  }

  private listen(): void {
    const { house } = this;
    house.accounts.subscribe({
      onOrder: (order) => {
        // A conditional that fired goes on as the order it became.
        if (order.firedOrderId === null)
          this.tell('order', order.request.ix, (sink) => sink.onOrder(house.report(order)));
      },
      onFill: (fill) => this.tell('fill', fill.ix, (sink) => sink.onFill(fillOf(house.at(fill.ix), fill))),
      onPosition: (held) =>
        this.tell('position', held.ix, (sink) => sink.onPosition(positionReport(house.at(held.ix), held))),
      onBalance: (balance) => this.tell('balance', null, (sink) => sink.onBalances([balanceReport(balance)])),
      onIncome: (entry) => {
        const income = incomeOf(house.maybeAt(entry.ix), entry);
        if (income !== null) this.tell('balance', entry.ix, (sink) => sink.onIncome(income));
      },
      onLeverage: () => undefined,
    });
  }

  private tell(event: PrivateEventName, ix: number | null, deliver: (sink: PrivateSink) => void): void {
    const { house } = this;
    house.parts.desk.deliver(event, house.maybeAt(ix)?.listing.wireSymbol ?? null, () => {
      const { reader } = this;
      if (reader === null || !this.isLive) return;
      reader.clock.after(WAY_MS, () => {
        if (this.isLive) deliver(reader.sink);
      });
    });
  }
}
