import { decimal, toDecimalString, type OrderIntent } from '@riptide/core/domain';
import { quantisePx } from '@riptide/core/execution';
import { VENUE_RULES } from '../../../packages/venue-sim/src/account/venue-rules.ts';
import { baseOf, pxOf, type ListedInstrument } from './listed-instrument.ts';
import type { Operation } from './operations.ts';
import type { RandomWorld } from './random-world.ts';

/** What came of the operations, by kind and outcome. */
export type Tally = Map<string, number>;

type OrderOperation = Extract<Operation, { awayBps: number; reduces: boolean }>;

/** Does one operation. What it starts may still be under way when it returns. */
export async function play(world: RandomWorld, operation: Operation, tally: Tally): Promise<void> {
  world.showMarket();
  count(tally, operation.kind);
  if (await playOnVenue(world, operation)) return;
  switch (operation.kind) {
    case 'market':
    case 'GTC':
    case 'IOC':
    case 'FOK':
    case 'POST_ONLY':
      return note(tally, operation.kind, order(world, operation));
    case 'conditional':
      return conditional(world, operation, tally);
    case 'cancel':
      return cancel(world, operation.pick, tally);
    case 'close': {
      const { positions } = world.core.view();
      const position = positions[operation.pick % Math.max(1, positions.length)];
      if (position === undefined) return;
      return note(tally, 'close', world.core.call('close-position', { positionId: position.id, by: 'proof' }));
    }
    case 'restart':
      world.kill();
      await world.pass(operation.downMs);
      world.showMarket();
      return world.start();
    case 'kill':
      await world.during(world.core.call('kill-switch', { ...operation, reason: 'proof', by: 'proof' }), 20_000);
      return void world.core.call('release-kill-switch', { by: 'proof' });
    case 'journal-full':
      world.journal.isFull = true;
      return void world.clock.after(operation.ms, () => {
        world.journal.isFull = false;
      });
    default:
      throw new Error(`Invariant: ${operation.kind} is nobody's`);
  }
}

/** Operations that happen at the venue or on the way to it. Returns false for the others. */
async function playOnVenue({ house, stream, clock }: RandomWorld, operation: Operation): Promise<boolean> {
  const { market, accounts, accountId, venue } = house;
  const { control, desk } = house.parts;
  switch (operation.kind) {
    case 'move':
      market.move(operation.on, operation.bps / 10_000);
      return true;
    case 'flow':
      for (let at = 0; at < operation.times; at += 1) market.work(operation.on);
      return true;
    case 'funding':
      market.setFunding(operation.on, operation.bps / 10_000);
      control.settleFunding(operation.on);
      return true;
    case 'call-fault':
      desk.armCall({ fault: operation.fault, ...(operation.call === null ? {} : { call: operation.call }) });
      return true;
    case 'event-fault':
      desk.armEvent({ fault: operation.fault, ...(operation.event === null ? {} : { event: operation.event }) });
      return true;
    case 'stream-lost':
      stream.lose(operation.ms);
      return true;
    case 'silence':
      desk.silence(true);
      clock.after(operation.ms, () => desk.heal());
      return true;
    case 'foreign':
      foreign({ accounts, accountId }, house.at(operation.on), { ...operation, ...touch(house, operation) });
      return true;
    case 'adl': {
      const [held] = accounts.positions(accountId, { ix: operation.on });
      if (held !== undefined) control.adl(accountId, operation.on, Math.ceil(Math.abs(held.lots) * operation.frac));
      return true;
    }
    case 'liquidate':
      control.forceLiquidation(accountId, operation.on);
      return true;
    case 'deposit': {
      const pocket = VENUE_RULES[venue].pockets.perp;
      const row = accounts.balances(accountId).find((each) => each.pocket === pocket && each.asset === 'USDT');
      if (row === undefined) throw new Error('Invariant: no USDT at the venue');
      control.setBalance(accountId, pocket, 'USDT', row.total.plus(decimal(operation.cents).div(100)));
      return true;
    }
    default:
      return false;
  }
}

function order(world: RandomWorld, operation: OrderOperation): Promise<{ readonly ok: boolean }> {
  const listed = world.house.at(operation.on);
  const { instrument } = listed;
  const isMarket = operation.kind === 'market';
  const { ticks } = touch(world.house, operation);
  const isPerp = instrument.kind === 'perp';
  const isReducing = isPerp ? operation.reduces : operation.side === 'SELL';
  return world.submit({
    ...blank(world),
    role: isReducing ? 'exit' : 'entry',
    instrumentId: instrument.id,
    side: operation.side,
    type: isMarket ? 'market' : 'limit',
    tif: isMarket ? 'IOC' : (operation.kind as 'GTC'),
    qtyBase: baseOf(listed, lotsFor(world, listed, operation.usd)),
    px: isMarket ? null : pxOf(listed, ticks),
    isReduceOnly: isPerp && isReducing,
    leverage: isPerp ? 10 : null,
    stopPx: isPerp && !isReducing ? stopFor(listed, ticks, operation.side) : null,
  });
}

/** A take-profit, or a stop of somebody's own, on half of a position. */
function conditional(
  world: RandomWorld,
  { on, awayBps, isStop }: Extract<Operation, { kind: 'conditional' }>,
  tally: Tally,
): void {
  const { house } = world;
  const listed = house.at(on);
  const [held] = house.accounts.positions(house.accountId, { ix: on });
  const lots = Math.ceil(Math.abs(held?.lots ?? 0) / 2);
  if (held === undefined || lots === 0) return;
  const isLong = held.lots > 0;
  const isAbove = isLong !== isStop;
  const px =
    (house.market.mark(on).markPx / listed.instrument.pxDivisor) * (1 + ((isAbove ? 1 : -1) * awayBps) / 10_000);
  const triggerPx = quantisePx(decimal(Number(px.toPrecision(10))), listed.instrument, isAbove ? 'up' : 'down');
  const intent: OrderIntent = {
    ...blank(world),
    role: isStop ? 'exit' : 'take-profit',
    instrumentId: listed.instrument.id,
    side: isLong ? 'SELL' : 'BUY',
    type: isStop ? 'stop-market' : 'take-profit-market',
    tif: 'GTC',
    qtyBase: baseOf(listed, lots),
    triggerPx: toDecimalString(triggerPx),
    isReduceOnly: true,
  };
  note(tally, 'conditional', world.submit(intent));
}

function cancel(world: RandomWorld, pick: number, tally: Tally): void {
  const open = world.core.context.orders.openOrders(world.account);
  const picked = open[pick % Math.max(1, open.length)];
  if (picked === undefined) return;
  note(tally, 'cancel', world.core.call('cancel-order', { account: world.account, orderId: picked.key, by: 'proof' }));
}

/** An order given at the venue by somebody else, on the same account. */
function foreign(
  { accounts, accountId }: Pick<RandomWorld['house'], 'accounts' | 'accountId'>,
  { ix, listing }: ListedInstrument,
  wish: { readonly side: 'BUY' | 'SELL'; readonly usd: number; readonly ticks: number },
): void {
  const lotUsd = (wish.ticks * listing.pxTick * listing.qtyStep * listing.qtyScale) / listing.pxMultiplier;
  accounts.place(accountId, {
    ix,
    side: wish.side,
    type: 'limit',
    tif: 'GTC',
    lots: Math.max(1, Math.round(wish.usd / lotUsd)),
    quoteAmount: null,
    ticks: wish.ticks,
    triggerTicks: null,
    triggerBy: 'last',
    triggerDirection: null,
    isReduceOnly: false,
    closesPosition: false,
    clientId: '',
    leverage: null,
    marginMode: null,
    positionSide: null,
  });
}

function touch(
  { market }: RandomWorld['house'],
  { on, side, awayBps }: { readonly on: number; readonly side: 'BUY' | 'SELL'; readonly awayBps: number },
): { readonly ticks: number } {
  const book = market.book(on);
  const best = (side === 'BUY' ? book.bestAsk : book.bestBid)?.ticks ?? 1_000;
  const ticks = Math.round(best * (1 + ((side === 'BUY' ? 1 : -1) * awayBps) / 10_000));
  return { ticks: Math.max(1, ticks) };
}

function lotsFor({ house }: RandomWorld, { ix, listing }: ListedInstrument, usd: number): number {
  const ticks = house.market.book(ix).bestAsk?.ticks ?? 1_000;
  const lotUsd = (ticks * listing.pxTick * listing.qtyStep * listing.qtyScale) / listing.pxMultiplier;
  return Math.max(listing.qtyMinLots, Math.round(usd / lotUsd));
}

function stopFor(listed: ListedInstrument, ticks: number, side: 'BUY' | 'SELL'): string {
  return pxOf(listed, Math.max(1, Math.round(ticks * (side === 'BUY' ? 0.985 : 1.015))));
}

function blank(world: RandomWorld): Omit<OrderIntent, 'role' | 'instrumentId' | 'side' | 'type' | 'tif' | 'qtyBase'> {
  return {
    intentId: world.core.context.newIntentId(),
    source: 'operator',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: null,
    expectedNetBps: null,
    stopPx: null,
    createdMs: world.clock.nowMs(),
  };
}

/** Counts how a call ended, whenever it does. One that never ends died with its engine. */
function note(
  tally: Tally,
  name: string,
  work: Promise<{ readonly ok: boolean; readonly error?: { readonly code: string } }>,
): void {
  work.then(
    (result) => count(tally, `${name} -> ${result.ok ? 'done' : (result.error?.code ?? 'failed')}`),
    (e: unknown) => count(tally, `${name} -> THREW ${String(e)}`),
  );
}

function count(tally: Tally, key: string): void {
  tally.set(key, (tally.get(key) ?? 0) + 1);
}
