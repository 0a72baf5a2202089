import type { LivePrice, StreamTopic } from '@riptide/contracts';
import type { TimerHandle } from '@riptide/core/kernel';
import type { LinkChange } from '../../link/engine-link.ts';
import { ChangePacer } from '../../link/change-pacer.ts';
import type { LinkTopic } from '../../link/link-contract.ts';
import { decisionsByEvent, liquidationId, presentLiquidation } from '../presenters/liquidation.ts';
import { leadInstruments, presentLivePrice } from '../presenters/live-prices.ts';
import { presentCentre } from '../presenters/notifications.ts';
import { presentOpportunity } from '../presenters/opportunity.ts';
import { blindSince } from '../presenters/positions.ts';
import type { AuditHub } from './audit-hub.ts';
import type { EventHub } from './event-hub.ts';
import { ExecutionsChanges, presentExecutionsTopic } from './executions-changes.ts';
import { topicSnapshot, type SnapshotDeps } from './topic-snapshot.ts';

/** Changes of the market go on as soon as the engine told them, which it does ten times a second, and twenty times a second at most. */
const MARKET_PACE = { gatherMs: 2, apartMs: 50 } as const;
const HEALTH_MS = 1_000;
const ARBITRAGE_MS = 500;
const WHOLE_MS = 250;
/** An unchanged price is sent again after this long, so that its age stays true. */
const PRICE_REPEAT_S = 1;

type WholeTopic = 'positions' | 'orders' | 'balances' | 'engine';

/** Which topics, sent whole, a change of the engine's state concerns. */
const WHOLE_TOPICS: Readonly<Partial<Record<LinkTopic, readonly WholeTopic[]>>> = {
  account: ['balances', 'positions'],
  position: ['positions'],
  order: ['orders'],
  'engine-run': ['engine'],
  candidate: ['engine'],
  decision: ['engine'],
  snipe: ['engine'],
  trailing: ['engine'],
};
const RESENT_TOPICS = [
  'prices',
  'opportunities',
  'arbitrage',
  'health',
  'liquidations',
  'positions',
  'orders',
  'balances',
  'engine',
  'executions',
] as const;

/** Turns changes of the engine's state into stream items, those that the engine tells together in one. */
export class StreamFeeder {
  private readonly hub: EventHub;
  private readonly deps: SnapshotDeps;
  private readonly changedSymbols = new Set<string>();
  private readonly changedOpportunities = new Set<string>();
  private readonly newLiquidations = new Set<string>();
  private readonly newDecisions = new Set<string>();
  private readonly sentPrices = new Map<string, LivePrice>();
  private readonly marketPacer: ChangePacer;
  private readonly timers: TimerHandle[];
  private readonly unsubscribe: readonly (() => void)[];
  /** Topics that are sent whole, and changed since. */
  private readonly changedWhole = new Set<WholeTopic>();
  private readonly executions = new ExecutionsChanges();
  private isArbitrageChanged = false;
  private arbitrageText = '';
  private blindText = '';

  constructor(hub: EventHub, deps: SnapshotDeps & { readonly auditHub: AuditHub }) {
    this.hub = hub;
    this.deps = deps;
    this.marketPacer = new ChangePacer(deps.clock, MARKET_PACE, () => this.flush());
    this.unsubscribe = [
      deps.link.onChange((change) => this.note(change)),
      deps.notifier.desk.onNews((news) => this.send('notifications', () => presentCentre(news))),
      deps.auditHub.onRows({
        isWatching: () => hub.isWanted('audit'),
        missed: () => hub.skip('audit'),
        take: (rows) => this.send('audit', () => ({ rows })),
      }),
    ];
    this.timers = [
      deps.clock.every(HEALTH_MS, () => this.send('health', () => topicSnapshot('health', deps))),
      deps.clock.every(ARBITRAGE_MS, () => this.flushArbitrage()),
      deps.clock.every(WHOLE_MS, () => this.flushWhole()),
    ];
  }

  close(): void {
    for (const end of this.unsubscribe) end();
    for (const timer of this.timers) timer.cancel();
    this.marketPacer.cancel();
  }

  private note(change: LinkChange): void {
    if (change.kind === 'reset') {
      this.resend();
      return;
    }
    for (const [topic, key, value] of change.entries) {
      if (topic === 'instrument') {
        const symbol = this.deps.link.values('instrument').get(key)?.symbol;
        if (symbol !== undefined) this.changedSymbols.add(symbol);
      } else if (topic === 'opportunity') this.changedOpportunities.add(key);
      else if (topic === 'arbitrage') this.isArbitrageChanged = true;
      else if (topic === 'liquidation' && value !== null) this.newLiquidations.add(key);
      else if (topic === 'decision' && value !== null) this.newDecisions.add(key);
      for (const whole of WHOLE_TOPICS[topic] ?? []) this.changedWhole.add(whole);
      if (topic === 'trading') this.noteBlind();
    }
    if (this.hasMarketNews) this.marketPacer.note();
  }

  /** The state of trading changes all the time; positions go on for it only when one lost its price or has it again. */
  private noteBlind(): void {
    const text = [...blindSince(this.deps.link)].join(' ');
    if (text !== this.blindText) this.changedWhole.add('positions');
    this.blindText = text;
  }

  /** After the engine went or came back everything may be different. */
  private resend(): void {
    this.changedSymbols.clear();
    this.changedOpportunities.clear();
    this.newLiquidations.clear();
    this.newDecisions.clear();
    this.changedWhole.clear();
    this.sentPrices.clear();
    this.arbitrageText = '';
    this.isArbitrageChanged = false;
    this.executions.forget();
    for (const topic of RESENT_TOPICS) {
      this.send(topic, () => topicSnapshot(topic, this.deps), 'snapshot');
    }
  }

  private get hasMarketNews(): boolean {
    const news = [this.changedSymbols, this.changedOpportunities, this.newLiquidations, this.newDecisions];
    return news.some(({ size }) => size > 0);
  }

  private flush(): void {
    if (this.changedSymbols.size > 0) this.flushPrices();
    if (this.changedOpportunities.size > 0) this.flushOpportunities();
    if (this.newLiquidations.size + this.newDecisions.size > 0) this.flushLiquidations();
  }

  private flushPrices(): void {
    const symbols = new Set(this.changedSymbols);
    this.changedSymbols.clear();
    this.send('prices', () => {
      const prices: LivePrice[] = [];
      for (const [symbol, lead] of leadInstruments(this.deps.link.values('instrument').values())) {
        const line = symbols.has(symbol) ? presentLivePrice(lead) : null;
        if (line === null || !this.isNews(line)) continue;
        this.sentPrices.set(symbol, line);
        prices.push(line);
      }
      return prices.length === 0 ? null : { prices };
    });
  }

  private isNews(line: LivePrice): boolean {
    const sent = this.sentPrices.get(line.symbol);
    return (
      sent === undefined ||
      sent.price !== line.price ||
      sent.venue !== line.venue ||
      line.last_updated - sent.last_updated >= PRICE_REPEAT_S
    );
  }

  private flushOpportunities(): void {
    const ids = [...this.changedOpportunities];
    this.changedOpportunities.clear();
    this.send('opportunities', () => {
      const nowMs = this.deps.clock.nowMs();
      const views = this.deps.link.values('opportunity');
      const removed: string[] = [];
      const opportunities = [];
      for (const id of ids) {
        const view = views.get(id);
        const shown = view === undefined ? null : presentOpportunity(this.deps.link, view, nowMs);
        if (shown === null) removed.push(id);
        else opportunities.push(shown);
      }
      return { opportunities, removed };
    });
  }

  /** New events, and once more those that something was decided on. */
  private flushLiquidations(): void {
    const keys = new Set(this.newLiquidations);
    const decisionIds = [...this.newDecisions];
    this.newLiquidations.clear();
    this.newDecisions.clear();
    this.send('liquidations', () => {
      const { link } = this.deps;
      const decided = new Set(decisionIds.flatMap((id) => link.values('decision').get(id)?.eventIds ?? []));
      const found = [...link.values('liquidation')]
        .filter(([key, item]) => keys.has(key) || (decided.size > 0 && decided.has(liquidationId(item))))
        .map(([, item]) => item);
      const decisions = decisionsByEvent(link);
      return found.length === 0
        ? null
        : { liquidations: found.toReversed().map((item) => presentLiquidation(item, decisions)) };
    });
  }

  private flushWhole(): void {
    for (const topic of this.changedWhole) this.send(topic, () => topicSnapshot(topic, this.deps));
    this.changedWhole.clear();
    if (this.isArbitrageChanged) this.flushExecutions();
  }

  private flushExecutions(): void {
    this.isArbitrageChanged = false;
    this.send('executions', () => this.executions.take(presentExecutionsTopic(this.deps.link)));
  }

  private flushArbitrage(): void {
    this.send('arbitrage', () => {
      const payload = topicSnapshot('arbitrage', this.deps);
      const text = JSON.stringify(payload);
      if (text === this.arbitrageText) return null;
      this.arbitrageText = text;
      return payload;
    });
  }

  /** Makes and publishes a payload if anybody reads the topic; null from `make` is nothing to tell. */
  private send(topic: StreamTopic, make: () => unknown, kind: 'snapshot' | 'update' = 'update'): void {
    if (!this.hub.isWanted(topic)) {
      this.hub.skip(topic);
      return;
    }
    const payload = make();
    if (payload !== null) this.hub.publish(topic, payload, kind);
  }
}
