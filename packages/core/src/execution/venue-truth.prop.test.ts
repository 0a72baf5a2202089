import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, toDecimalString, type OrderRole } from '../domain/index.ts';
import { seededRandom, VirtualClock } from '../kernel/index.ts';
import { AccountIntake } from './account-intake.ts';
import {
  ACCOUNT,
  approve,
  BTC,
  buildIntent,
  buildPlanned,
  MemoryJournal,
  pass,
  QtyLedger,
  T0,
} from './build-execution.fixture.ts';
import { clientOrderId } from './client-ids.ts';
import { ConditionBook } from './condition-book.ts';
import type { ExecutionDeps } from './execution-deps.ts';
import { Executor } from './executor.ts';
import { FactLog } from './fact-log.ts';
import { CALL_FAULTS, flaky, STREAM_FAULTS } from './flaky-client.fixture.ts';
import { OrderStore } from './order-store.ts';
import { FakePaperMarket } from './paper/fake-paper-market.fixture.ts';
import { PaperClient } from './paper/paper-client.ts';
import { Reconciler } from './reconciler.ts';
import { UnknownResolver } from './unknown-resolver.ts';

/**
 * In words: whatever is sent and cancelled, and whatever gets lost, doubled, late or thrown on the way, the journal failing included:
 * once the venue can be asked again, every order, fill and position equals the venue's, no condition stands, and no order was sent
 * twice.
 */
const step = fc.record({
  kind: fc.constantFrom('market', 'GTC', 'IOC', 'POST_ONLY', 'cancel', 'trade', 'book', 'restart', 'late'),
  side: fc.constantFrom('BUY', 'SELL'),
  units: fc.integer({ min: 1, max: 40 }),
  offset: fc.integer({ min: -5, max: 5 }),
  call: fc.constantFrom('none', 'none', ...CALL_FAULTS),
  stream: fc.constantFrom('none', 'none', ...STREAM_FAULTS),
  journalFails: fc.constantFrom(false, false, false, true),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class World {
  readonly clock = new VirtualClock(T0);
  readonly market = new FakePaperMarket();
  readonly journal = new MemoryJournal();
  readonly paper: PaperClient;
  readonly control: ReturnType<typeof flaky>['control'];
  store = new OrderStore();
  conditions = new ConditionBook();
  ledger = new QtyLedger();
  executor!: Executor;
  resolver!: UnknownResolver;
  reconciler!: Reconciler;
  private readonly client: ReturnType<typeof flaky>['client'];
  private intents = 0;
  private mid = 500_000;

  constructor() {
    this.paper = new PaperClient({
      venue: 'BINANCE',
      clock: this.clock,
      random: seededRandom(3),
      market: this.market,
      feesOf: () => ({ makerFrac: '0.0002', takerFrac: '0.0005' }),
      startCash: '1000000',
    });
    this.paper.setInstruments([BTC]);
    const { client, control } = flaky(this.paper);
    this.client = client;
    this.control = control;
    this.show(20);
  }

  /** Starts the core from its journal, as after a kill; the venue lives on. */
  async boot(): Promise<void> {
    this.resolver?.stop();
    this.reconciler?.stop();
    this.store = new OrderStore();
    this.conditions = new ConditionBook();
    this.ledger = new QtyLedger();
    for (const record of this.journal.records) {
      this.store.apply(record);
      this.conditions.apply(record);
      this.ledger.fold(record);
    }
    const { clock, journal, store, conditions, ledger, client } = this;
    const facts = new FactLog({ journal, store, conditions, clock, folds: [ledger.fold] });
    const deps: ExecutionDeps = {
      clock,
      facts,
      store,
      clientOf: () => client,
      instrumentOf: (id) => (id === BTC.id ? BTC : null),
    };
    this.resolver = new UnknownResolver(deps, ledger);
    this.reconciler = new Reconciler({ ...deps, ledger, markPxOf: () => '50000' });
    this.executor = new Executor({ ...deps, resolver: this.resolver, isReconciled: () => true });
    await client.start(new AccountIntake(deps, ACCOUNT, { onPosition: () => undefined, onStream: () => undefined }));
    this.resolver.resume();
  }

  async run(play: Step): Promise<void> {
    this.control.call = play.call;
    this.control.stream = play.stream;
    if (play.kind === 'restart') await this.boot();
    else if (play.kind === 'late') this.control.deliverLate();
    else if (play.kind === 'book') this.move(play);
    else if (play.kind === 'trade') this.trade(play);
    else if (play.kind === 'cancel') await this.cancel(play);
    else await this.submit(play);
    this.journal.error = null;
  }

  /** Lets the venue be asked again and everything come to rest. */
  async heal(): Promise<void> {
    this.control.call = 'none';
    this.control.stream = 'none';
    this.control.deliverLate();
    await pass(this.clock, 45_000, 500);
    for (let passes = 0; passes < 3; passes += 1) {
      const done = this.reconciler.reconcile(ACCOUNT, 'asked');
      await pass(this.clock, 10_000, 500);
      await done;
    }
  }

  private async submit({ kind, side, units, offset, journalFails }: Step): Promise<void> {
    this.intents += 1;
    const intentId = `I${this.intents}`;
    const qtyBase = toDecimalString(decimal(units).times('0.001'));
    const isMarket = kind === 'market';
    const order = {
      intentId,
      side: side as 'BUY',
      role: 'exit' as OrderRole,
      type: isMarket ? ('market' as const) : ('limit' as const),
      tif: isMarket ? ('IOC' as const) : (kind as 'GTC'),
      qtyBase,
      px: isMarket ? null : String((this.mid + offset) / 10),
    };
    const plan = { order: buildPlanned({ ...order, clientOrderId: clientOrderId(intentId, 0, 0) }), gates: [] };
    const submitted = this.executor.submit(approve(buildIntent(order)), plan);
    // WHY: the disk fills up while the order is on its way, after it was journalled.
    if (journalFails) this.journal.fail();
    await pass(this.clock, 60, 10);
    this.journal.error = null;
    await submitted;
  }

  private async cancel({ units }: Step): Promise<void> {
    const open = this.store.openOrders().filter((order) => order.isOurs);
    const order = open[units % Math.max(open.length, 1)];
    if (order === undefined) return;
    const cancelled = this.executor.cancel(order.key, 'asked');
    await pass(this.clock, 60, 10);
    await cancelled;
  }

  private move({ units, offset }: Step): void {
    this.mid += offset;
    this.show(units);
  }

  private trade({ units, offset, side }: Step): void {
    const px = (this.mid + offset) / 10;
    this.market.trade({ instrumentId: BTC.id, px, qtyBase: units / 1_000, takerSide: side as 'BUY' });
  }

  private show(units: number): void {
    const size = units / 1_000;
    this.market.show(BTC.id, [[(this.mid - 1) / 10, size]], [[(this.mid + 1) / 10, size]]);
    this.market.setMark(BTC.id, this.mid / 10);
  }
}

async function expectTruth(world: World): Promise<void> {
  const { store, ledger, paper, conditions, control } = world;
  expect(conditions.list()).toEqual([]);
  expect(new Set(control.placed).size).toBe(control.placed.length);
  const positions = await paper.positions();
  const held = positions.ok ? (positions.value[0]?.qtyBase ?? '0') : 'unread';
  expect(ledger.positionQtyOf(ACCOUNT, BTC.id)).toBe(held);
  for (const order of store.all()) {
    const ref = { instrument: BTC, clientOrderId: order.clientOrderId, venueOrderId: null, isConditional: false };
    const truth = await paper.queryOrder(ref);
    const report = truth.ok ? truth.value : null;
    if (report === null) expect(['absent', 'rejected', 'not-sent']).toContain(order.state);
    else {
      expect([order.key, order.state, order.cumQtyBase]).toEqual([order.key, report.status, report.cumQtyBase]);
      expect(order.filledQtyBase).toBe(report.cumQtyBase);
    }
  }
  expect(world.journal.of('position-set')).toEqual([]);
  expect(world.reconciler.lastEqualMs(ACCOUNT)).not.toBeNull();
}

describe('execution against a venue that misbehaves', () => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 25 })], { numRuns: 250 })(
    'ends with the truth of the venue, whatever went wrong',
    async (steps) => {
      const world = new World();
      await world.boot();
      for (const play of steps) await world.run(play);
      await world.heal();
      await expectTruth(world);
      world.resolver.stop();
      await world.paper.stop();
    },
    60_000,
  );
});
