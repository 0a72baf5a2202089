import type { ArbitrageView, SnipingView, TradingView } from '@riptide/core/engine';
import type { LinkTopic, LinkTopics } from '../link/link-contract.ts';
import type { LinkTarget } from './link-target.ts';

type TradingTopic =
  | 'account'
  | 'position'
  | 'order'
  | 'trading'
  | 'engine-run'
  | 'candidate'
  | 'decision'
  | 'arm'
  | 'snipe'
  | 'trailing'
  | 'cascade'
  | 'sniping'
  | 'arbitrage';

/** Writes the views of the trading core and the engines onto the link: only what changed, and removes what is gone. */
export class TradingBoard {
  private readonly link: LinkTarget;
  /** By topic and key: the text of the value as it was written last. */
  private readonly written = new Map<TradingTopic, Map<string, string>>();

  private arbitrageText = '';

  constructor(link: LinkTarget) {
    this.link = link;
  }

  apply(view: TradingView): void {
    this.write('account', new Map(view.accounts.map((account) => [account.account, account])));
    this.write('position', new Map(view.positions.map((position) => [position.id, position])));
    this.write('order', new Map(view.orders.map((order) => [orderKey(order), order])));
    this.write('trading', new Map([['state', view.state]]));
  }

  applySniping(view: SnipingView): void {
    const { decisionsMade, verdicts, overrides, shadows, faults, radar } = view;
    const { leadLag, counters } = radar;
    this.write(
      'engine-run',
      keyed(view.engines, ({ engine }) => engine),
    );
    this.write(
      'candidate',
      keyed(view.candidates, (each) => `${each.symbol}|${each.liquidatedSide}`),
    );
    this.write(
      'decision',
      keyed(view.decisions, ({ decisionId }) => decisionId),
    );
    this.write(
      'arm',
      keyed(view.arms, ({ arm }) => arm.armId),
    );
    this.write(
      'snipe',
      keyed(view.snipes, ({ snipeId }) => snipeId),
    );
    this.write(
      'trailing',
      keyed(view.trailing, ({ orderId }) => orderId),
    );
    this.write(
      'cascade',
      keyed(radar.cascades, (each) => `${each.symbol}|${each.liquidatedSide}|${each.clusterId}|${each.startedMs}`),
    );
    this.write(
      'sniping',
      new Map([['state', { decisionsMade, verdicts, overrides, shadows, faults, leadLag, counters }]]),
    );
  }

  /** That time has passed is no change. */
  applyArbitrage(view: ArbitrageView): void {
    const text = JSON.stringify({ ...view, atMs: 0 });
    if (text === this.arbitrageText) return;
    this.arbitrageText = text;
    this.write('arbitrage', new Map([['state', view]]));
  }

  private write<T extends TradingTopic & LinkTopic>(topic: T, values: ReadonlyMap<string, LinkTopics[T]>): void {
    const before = this.written.get(topic) ?? new Map<string, string>();
    this.written.set(topic, before);
    for (const [key, value] of values) {
      const text = JSON.stringify(value);
      if (before.get(key) === text) continue;
      before.set(key, text);
      this.link.set(topic, key, value);
    }
    for (const key of before.keys()) {
      if (values.has(key)) continue;
      before.delete(key);
      this.link.remove(topic, key);
    }
  }
}

function orderKey(order: TradingView['orders'][number]): string {
  return `${order.account}|${order.clientOrderId ?? order.venueOrderId ?? ''}`;
}

function keyed<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  return new Map(values.map((value) => [keyOf(value), value]));
}
