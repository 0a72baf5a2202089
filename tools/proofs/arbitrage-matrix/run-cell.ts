import {
  accountKey,
  decimal,
  LEG_KEYS,
  toDecimalString,
  ZERO,
  type ArbTrade,
  type Decimal,
  type LegKey,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { until } from '../harness/until.ts';
import { armCell, armExit, type Legs } from './arm-faults.ts';
import { nameOfPair, type MatrixCell } from './cells.ts';
import type { MatrixLab } from './matrix-lab.ts';
import type { MatrixMarket } from './matrix-market.ts';

const NOTIONAL_USD = '300';
const APART_BPS = 45;
/** Waits in the machine's time; the clock of venues and engine is faster. */
const SHOWN_WITHIN_MS = 20_000;
const PROVEN_WITHIN_MS = 60_000;
const OVER_WITHIN_MS = 60_000;
const TRIES_MAX = 15;
/** A machine that is busy shows books late for a while: such refusals are no try. */
const STALE_WITHIN_MS = 120_000;
const APART_FOR_MS = 1_200;
/** A late order must still find what it was sent for. */
const APART_WHILE_LATE_MS = 8_000;
const TOGETHER_FOR_MS = 4_000;
const RECORD_WITHIN_MS = 3_000;
const CRASH_AFTER_MS = [0, 15, 60, 250, 1_000, 3_500] as const;
const DOWN_MS = [0, 300, 2_000] as const;

/** How a run stood by the venues' word: hedged, flat, or a leg alone that is shown, with new risk refused. `exception`: anything else. */
export type Standing = 'hedged' | 'flat' | 'naked';

export interface CellResult {
  readonly cell: MatrixCell;
  readonly standing: Standing | 'exception';
  readonly wasNaked: boolean;
  readonly misses: readonly string[];
  readonly ms: number;
}

export interface CellScene {
  readonly market: MatrixMarket;
  readonly lab: MatrixLab;
  readonly legs: Legs;
  /** Brings the venues together again. */
  together: TimerHandle | null;
}

/** Runs one cell on accounts that are flat, and leaves them flat. */
export async function runCell(scene: CellScene, cell: MatrixCell): Promise<CellResult> {
  const startedMs = Date.now();
  const misses: string[] = [];
  let standing: CellResult['standing'] = 'exception';
  let wasNaked = false;
  try {
    const before = held(scene);
    const trade = await openTrade(scene, cell);
    if (trade !== null) {
      standing = await proven(scene, trade.arbId, before);
      wasNaked = standing === 'naked';
      const ended = await endTrade(scene, cell, trade.arbId);
      wasNaked ||= ended.wasNaked;
      misses.push(...leftovers(scene, before));
    } else standing = 'flat';
  } catch (e) {
    misses.push(e instanceof Error ? e.message : String(e));
  }
  heal(scene);
  misses.push(...scene.lab.errors.splice(0));
  if (misses.length > 0) standing = 'exception';
  return { cell, standing, wasNaked, misses, ms: Date.now() - startedMs };
}

/** Base units of each leg by the venue's own truth: of a perp the position, of spot all coins. */
function held({ market, lab, legs }: CellScene): Readonly<Record<LegKey, Decimal>> {
  const of = (leg: LegKey): Decimal => {
    const { venue, kind, wireSymbol, baseAsset } = legs[leg];
    const truth = market.sim.control(venue).truth(lab.accountId(venue), 50);
    const rows =
      kind === 'spot'
        ? truth.balances.filter((row) => row['asset'] === baseAsset).map((row) => row['total'])
        : truth.positions.filter((row) => row['wireSymbol'] === wireSymbol).map((row) => row['qtyBase']);
    return rows.reduce<Decimal>((sum, text) => sum.plus(decimal(String(text))), ZERO);
  };
  return { buy: of('buy'), sell: of('sell') };
}

function moved(scene: CellScene, before: Readonly<Record<LegKey, Decimal>>): Readonly<Record<LegKey, Decimal>> {
  const now = held(scene);
  return { buy: now.buy.minus(before.buy), sell: now.sell.minus(before.sell) };
}

function heal({ market, legs }: CellScene): void {
  for (const leg of LEG_KEYS) market.disarm(legs[leg]);
}

/** Sets the venues apart, arms the cell, gives the order. null: the engine died before its first record, and nothing was sent. */
async function openTrade(scene: CellScene, cell: MatrixCell): Promise<ArbTrade | null> {
  const { market, lab, legs } = scene;
  let refusal = '';
  const known = idsOf(scene);
  const startedMs = Date.now();
  for (let tries = 0; tries < TRIES_MAX;) {
    setApart(scene, APART_BPS);
    await until('the venues to stand apart', SHOWN_WITHIN_MS, () => gapBps(scene) > APART_BPS * 1.2);
    armCell(market, legs, cell);
    const opening = lab.call('arb-execute', {
      opportunityId: `${legs.buy.id}>${legs.sell.id}`,
      symbol: null,
      venues: [],
      qtyBase: null,
      notionalUsd: NOTIONAL_USD,
      bracket: 'none',
      takeProfitBps: null,
      stopLossBps: null,
      sequencing: cell.pair.sequencing,
      acceptsNegative: false,
      by: 'proof',
    });
    // WHY: venues that always stand apart promise no way back, and the engine would open nothing any more.
    const apartMs = cell.fault === 'timeout' ? APART_WHILE_LATE_MS : APART_FOR_MS;
    scene.together = market.clock.after(apartMs, () => setApart(scene, 0));
    if (cell.fault === 'crash') await crashSoon(scene, cell);
    const done = await opening;
    const trade = newest(scene, known);
    if (done?.ok === true || (done === undefined && trade !== null)) return trade;
    if (done === undefined) return null;
    refusal = done.ok ? 'no trade' : `${done.error.code} ${done.error.detail}`;
    if (!refusal.startsWith('RISK_BOOK_STALE') || Date.now() - startedMs > STALE_WITHIN_MS) tries += 1;
    heal(scene);
    setApart(scene, 0);
    await market.sleep(TOGETHER_FOR_MS);
  }
  throw new Error(`not opened: ${refusal}`);
}

/** Waits until the order is on disk, then dies at one of several moments of its way, and is built again. */
async function crashSoon({ market, lab }: CellScene, { turn }: MatrixCell): Promise<void> {
  const known = lab.fold.changes;
  const isWritten = (): boolean => lab.fold.changes > known && lab.fold.state.trades.openCount > 0;
  await until('the record of the trade', RECORD_WITHIN_MS, isWritten).catch(() => undefined);
  if (!isWritten()) return;
  await market.sleep(CRASH_AFTER_MS[turn % CRASH_AFTER_MS.length] ?? 0);
  lab.kill();
  await market.sleep(DOWN_MS[turn % DOWN_MS.length] ?? 0);
  await lab.start();
}

function setApart(scene: CellScene, bps: number): void {
  const { market, legs } = scene;
  scene.together?.cancel();
  scene.together = null;
  market.sim.offsetPrice(legs.buy.venue, market.ixAtVenue(legs.buy), -bps);
  market.sim.offsetPrice(legs.sell.venue, market.ixAtVenue(legs.sell), bps);
}

function gapBps({ lab, legs }: CellScene): number {
  const { eyes } = lab.core.context;
  const [buy, sell] = [Number(eyes.midPx(legs.buy.id)), Number(eyes.midPx(legs.sell.id))];
  return ((sell - buy) / buy) * 1e4;
}

function idsOf({ lab }: CellScene): ReadonlySet<string> {
  const { trades } = lab.fold.state;
  return new Set([...trades.finished(), ...trades.open()].map(({ trade }) => trade.arbId));
}

function newest({ lab }: CellScene, known: ReadonlySet<string>): ArbTrade | null {
  const { trades } = lab.fold.state;
  return [...trades.finished(), ...trades.open()].find(({ trade }) => !known.has(trade.arbId))?.trade ?? null;
}

function tradeOf({ lab }: CellScene, arbId: string): ArbTrade {
  const found = lab.fold.state.trades.byId(arbId)?.trade;
  if (found === undefined) throw new Error(`trade ${arbId} is unknown`);
  return found;
}

/** Waits until the trade says that it is hedged or flat by the venues, or naked, and asks the venues whether that is so. */
async function proven(scene: CellScene, arbId: string, before: Readonly<Record<LegKey, Decimal>>): Promise<Standing> {
  const hasStanding = (): boolean => {
    const trade = tradeOf(scene, arbId);
    return standingOf(trade) !== null && !isBeingClosed(scene, trade);
  };
  await until('a certificate', PROVEN_WITHIN_MS, hasStanding).catch(() => {
    const { state, reason } = tradeOf(scene, arbId);
    throw new Error(`stays ${state}: ${reason}${howItStands(scene, arbId)}`);
  });
  const trade = tradeOf(scene, arbId);
  const standing = standingOf(trade) as Standing;
  const { buy, sell } = moved(scene, before);
  const text = `the venues hold ${toDecimalString(buy)} and ${toDecimalString(sell)}, the trade is ${trade.state}`;
  const said = `${text}: ${trade.reason}${howItStands(scene, arbId)}`;
  const net = buy.plus(sell).abs();
  const tolerance = decimal(trade.wantedQtyBase).times('0.05');
  if (standing === 'hedged' && (buy.lte(0) || sell.gte(0) || net.gt(tolerance))) throw new Error(said);
  if (standing === 'flat' && !(isNothing(scene, 'buy', buy) && isNothing(scene, 'sell', sell))) throw new Error(said);
  if (standing === 'naked') await mustBlock(scene, arbId);
  return standing;
}

/** True while a leg that was certified hedged is closed by a reduce-only order: one whose stop was refused does not stay. */
function isBeingClosed({ market, lab, legs }: CellScene, { state, certificates }: ArbTrade): boolean {
  const hedged = certificates.find(({ kind, ok }) => kind === 'hedged' && ok);
  if (state !== 'hedged' || hedged === undefined) return false;
  return LEG_KEYS.some((leg) => {
    const { venue, wireSymbol } = legs[leg];
    const rows = market.sim.control(venue).truth(lab.accountId(venue), 50).orders;
    return rows.some(
      (row) =>
        row['wireSymbol'] === wireSymbol &&
        row['isReduceOnly'] === true &&
        row['type'] === 'market' &&
        Number(row['createdMs']) >= hedged.atMs,
    );
  });
}

function standingOf({ state, certificates }: ArbTrade): Standing | null {
  if (state === 'certified' || state === 'aborted') return 'flat';
  if (state === 'naked') return 'naked';
  return state === 'hedged' && certificates.some(({ kind, ok }) => kind === 'hedged' && ok) ? 'hedged' : null;
}

/** Less than a step of spot may be left; of a perp nothing. */
function isNothing({ legs }: CellScene, leg: LegKey, qty: Decimal): boolean {
  return legs[leg].kind === 'perp'
    ? qty.eq(0)
    : qty.abs().lt(decimal(legs[leg].qtyStep).times(legs[leg].qtyScale).times(2));
}

/** A leg that stands alone is told as a condition, and new risk is refused. */
async function mustBlock({ lab, legs }: CellScene, arbId: string): Promise<void> {
  const shown = lab.core.context.facts.conditions().some(({ kind }) => kind === 'naked');
  const state = lab.fold.state.trades.byId(arbId)?.trade.state;
  if (state !== 'naked') return;
  if (!shown) throw new Error('a naked leg is told by no condition');
  const again = await lab.call('arb-preview', {
    opportunityId: `${legs.sell.id}>${legs.buy.id}`,
    symbol: null,
    venues: [],
    qtyBase: null,
    notionalUsd: NOTIONAL_USD,
    bracket: 'none',
    takeProfitBps: null,
    stopLossBps: null,
    sequencing: null,
    acceptsNegative: false,
    by: 'proof',
  });
  if (again?.ok === true && again.value.isAllowed) throw new Error('new risk is allowed beside a naked leg');
}

/** Closes what is open, under the fault of the cell, and as a person would when a leg is naked, until the trade is flat. */
async function endTrade(scene: CellScene, cell: MatrixCell, arbId: string): Promise<{ readonly wasNaked: boolean }> {
  const { lab, market } = scene;
  heal(scene);
  setApart(scene, 0);
  let wasNaked = false;
  if (standingOf(tradeOf(scene, arbId)) === 'hedged') {
    armExit(market, scene.legs, cell);
    await lab.call('arb-close', { arbId, by: 'proof' });
    if (cell.fault === 'crash') await crashSoon(scene, { ...cell, turn: cell.turn + 1 });
  }
  let askedMs = Date.now();
  await until('a flat pair', OVER_WITHIN_MS, async () => {
    const { state } = tradeOf(scene, arbId);
    if (state === 'certified' || state === 'aborted') return true;
    if (state === 'naked') wasNaked = true;
    if (Date.now() - askedMs < 2_000) return false;
    askedMs = Date.now();
    if (state === 'naked') {
      heal(scene);
      await lab.call('arb-flatten', { arbId, by: 'proof' });
    } else if (state === 'hedged') await lab.call('arb-close', { arbId, by: 'proof' });
    return false;
  }).catch((e: unknown) => {
    const { state, reason } = tradeOf(scene, arbId);
    throw new Error(`not flat: ${state}: ${reason} (${String(e)})${howItStands(scene, arbId)}`);
  });
  return { wasNaked };
}

/** What a missed cell is looked into by. */
function howItStands({ market, lab, legs }: CellScene, arbId: string): string {
  const { context } = lab.core;
  const tracked = lab.fold.state.trades.byId(arbId);
  const orders = (tracked?.orders ?? []).map(({ clientOrderId, isSent, reason }) => {
    const record = context.orders.byKey(clientOrderId);
    return `${clientOrderId} ${isSent ? (record?.state ?? 'gone') : 'denied'} ${record?.cumQtyBase ?? ''} ${reason ?? ''}`;
  });
  const accounts = LEG_KEYS.map((leg) => {
    const account = accountKey(legs[leg].venue, 'live');
    return `${account} compared=${context.reconciler.isReconciled(account)} stream=${context.desks.get(account)?.stream.isLive}`;
  });
  const conditions = context.facts.conditions().map(({ text }) => text);
  const there = LEG_KEYS.flatMap((leg) => {
    const { venue } = legs[leg];
    const { orders: rows, fills } = market.sim.control(venue).truth(lab.accountId(venue), 50);
    return [...rows.slice(0, 6), ...fills.slice(0, 4)].map((row) => `${venue} ${JSON.stringify(row)}`);
  });
  return [' ', ...orders, ...accounts, ...conditions, ...there].join('\n    ');
}

/** At the end both venues hold what they held before, and no order is open there. */
function leftovers(scene: CellScene, before: Readonly<Record<LegKey, Decimal>>): readonly string[] {
  const { market, lab, legs } = scene;
  const now = moved(scene, before);
  return LEG_KEYS.flatMap((leg) => {
    const { venue, wireSymbol, kind } = legs[leg];
    const found: string[] = [];
    if (!isNothing(scene, leg, now[leg]))
      found.push(
        `${toDecimalString(now[leg])} of ${nameOfPair({ buy: venue, sell: venue, buyMarket: kind === 'spot' ? 'spot' : 'perp', sequencing: 'parallel' })} is left`,
      );
    const truth = market.sim.control(venue).truth(lab.accountId(venue), 50);
    for (const row of truth.orders)
      if (row['wireSymbol'] === wireSymbol && row['status'] === 'open')
        found.push(`order ${String(row['clientId'])} is still open`);
    return found;
  });
}
