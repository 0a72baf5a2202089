import {
  accountKey,
  decimal,
  maxOf,
  quantize,
  toDecimalString,
  type Instrument,
  type OrderIntent,
  type Venue,
} from '@riptide/core/domain';
import { qtyStepBase, quantisePx } from '@riptide/core/execution';
import type { Random } from '@riptide/core/kernel';
import type { SoakEngine } from './soak-engine.ts';

/** Shares of the orders by venue, below what each takes from one account: Bybit 10 a second on perps. */
const SHARES: readonly (readonly [Venue, number])[] = [
  ['BINANCE', 0.28],
  ['BYBIT', 0.16],
  ['OKX', 0.28],
  ['KUCOIN', 0.28],
];
const ORDER_USD = 120;
const POSITION_USD_MAX = 1_000;
/** Resting orders of a venue over which one is cancelled for each that is given. */
const RESTING_MAX = 12;

/** Gives orders of all kinds, and cancels, so that positions and resting orders stay small. Counts how the calls ended. */
export class OrderLoad {
  readonly ended = new Map<string, number>();
  /** Calls that are under way. */
  underWay = 0;
  private readonly engine: SoakEngine;
  private readonly random: Random;

  constructor(engine: SoakEngine, random: Random) {
    this.engine = engine;
    this.random = random;
  }

  /** Gives one order at a venue of the mix. */
  giveOne(): void {
    const venue = this.pickVenue();
    const instruments = this.engine.instruments.filter((each) => each.venue === venue);
    const instrument = instruments[Math.floor(this.random() * instruments.length)];
    if (instrument === undefined) throw new Error(`Invariant: nothing is traded at ${venue}`);
    const intent = this.intent(instrument);
    if (intent !== null) this.note('order', this.submit(intent, instrument));
    this.cancelOne(venue);
  }

  private async submit(intent: OrderIntent, instrument: Instrument) {
    const { orders, context } = this.engine.core;
    const desk = context.desks.get(accountKey(instrument.venue, 'live'));
    if (desk === undefined) throw new Error(`Invariant: no account of ${instrument.venue}`);
    await desk.refreshModes(instrument);
    return orders.submit(intent, instrument, desk);
  }

  private intent(instrument: Instrument): OrderIntent | null {
    const { context } = this.engine.core;
    const mid = context.eyes.midPx(instrument.id);
    if (mid === null) return null;
    const isPerp = instrument.kind === 'perp';
    const held = this.heldBase(instrument);
    // While an outcome is open no new risk is let through: what reduces goes on, as it would.
    const isBlocked = context.facts.conditions().length > 0;
    if (isBlocked && isPerp && held.eq(0)) return null;
    const isFull = isBlocked || (isPerp && held.abs().times(decimal(mid)).gt(POSITION_USD_MAX));
    const side = isFull ? (held.gt(0) || !isPerp ? 'SELL' : 'BUY') : this.random() < 0.5 ? 'BUY' : 'SELL';
    const isReducing = isPerp ? isFull : side === 'SELL';
    const isMarket = !isBlocked && this.random() < 0.35;
    const awayFrac = (this.random() - 0.3) * 0.002 * (side === 'BUY' ? -1 : 1);
    const px = quantisePx(decimal(mid).times(1 + awayFrac), instrument, side === 'BUY' ? 'down' : 'up');
    const step = qtyStepBase(instrument);
    const wanted = decimal(ORDER_USD)
      .times(1 + this.random())
      .div(decimal(mid));
    const qty = maxOf(quantize(wanted, step, 'nearest'), step);
    // KuCoin's futures know no FOK.
    const hasFok = instrument.venue !== 'KUCOIN' || !isPerp;
    const tifs = ['GTC', 'GTC', 'POST_ONLY', 'IOC', hasFok ? 'FOK' : 'IOC'] as const;
    return {
      intentId: context.newIntentId(),
      source: 'operator',
      role: isReducing ? 'exit' : 'entry',
      instrumentId: instrument.id,
      side,
      type: isMarket ? 'market' : 'limit',
      tif: isMarket ? 'IOC' : (tifs[Math.floor(this.random() * tifs.length)] ?? 'GTC'),
      qtyBase: toDecimalString(qty),
      px: isMarket ? null : toDecimalString(px),
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: isPerp && isReducing,
      closesPosition: false,
      leverage: isPerp ? 10 : null,
      expectedNetBps: null,
      stopPx: null,
      createdMs: context.clock.nowMs(),
    };
  }

  private heldBase(instrument: Instrument) {
    const positions = this.engine.core.context.ledger.account(accountKey(instrument.venue, 'live'))?.positions() ?? [];
    return decimal(positions.find(({ instrumentId }) => instrumentId === instrument.id)?.qtyBase ?? '0');
  }

  private cancelOne(venue: Venue): void {
    const { context } = this.engine.core;
    const account = accountKey(venue, 'live');
    const resting = context.orders
      .openOrders(account)
      .filter(({ state, triggerPx, isCancelAsked }) => state === 'open' && triggerPx === null && !isCancelAsked);
    const oldest = resting[0];
    if (oldest === undefined || resting.length <= RESTING_MAX) return;
    this.note('cancel', this.engine.core.call('cancel-order', { account, orderId: oldest.key, by: 'soak' }));
  }

  private pickVenue(): Venue {
    let left = this.random();
    for (const [venue, share] of SHARES) {
      left -= share;
      if (left < 0) return venue;
    }
    return 'BINANCE';
  }

  private note(
    name: string,
    work: Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>,
  ): void {
    this.underWay += 1;
    const end = (how: string): void => {
      this.underWay -= 1;
      this.ended.set(`${name} -> ${how}`, (this.ended.get(`${name} -> ${how}`) ?? 0) + 1);
    };
    work.then(
      (result) => end(result.ok ? 'done' : (result.error?.code ?? 'failed')),
      (e: unknown) => end(`THREW ${String(e)}`),
    );
  }
}
