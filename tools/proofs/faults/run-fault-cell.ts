import type { VenueSim } from '@riptide/venue-sim';
import type { ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import type { VenueLab } from '../harness/venue-lab.ts';
import type { FaultAction, FaultPlan, FaultScene } from './fault-plans.ts';

/** The bound of the proof: this long after a fault has ended, the engine equals its venue or says what is open. */
const SETTLE_WITHIN_MS = 20_000;
const PREPARE_WITHIN_MS = 75_000;
const ACT_WITHIN_MS = 8_000;
const SHOWN_KINDS = new Set(['unknown-order', 'unprotected', 'naked', 'divergence']);

export interface FaultCell {
  readonly plan: FaultPlan;
  readonly action: FaultAction;
}

/** Runs one cell on an account that is flat, and leaves it flat. */
export async function runFaultCell(lab: VenueLab, sim: VenueSim, symbol: string, cell: FaultCell): Promise<ProofRow> {
  const startedMs = Date.now();
  const name = `${cell.plan.name} ${cell.action}`;
  const misses: string[] = [];
  let note = 'equal';
  const underWay: Promise<unknown>[] = [];
  try {
    await prepare(lab, symbol, cell);
    await strikeAndAct(lab, sceneOf(lab, sim, symbol, cell.action), { cell, symbol, underWay });
    const left = await lab.settled(SETTLE_WITHIN_MS);
    if (left.length > 0) {
      note = 'shown';
      if (!(await isShownAndBlocked(lab, symbol))) misses.push(...left);
    }
  } catch (e) {
    misses.push(e instanceof Error ? e.message : String(e));
  }
  // An order that is still under way would open a position in the next cell.
  for (const { status } of await Promise.allSettled(underWay))
    if (status === 'rejected') misses.push('the action threw');
  misses.push(...(await bringBack(lab, sim)));
  return { venue: lab.venue, cell: name, misses, ms: Date.now() - startedMs, note };
}

function sceneOf(lab: VenueLab, sim: VenueSim, symbol: string, action: FaultAction): FaultScene {
  const { venue, accountId } = lab;
  const wireSymbol = WIRE_SYMBOLS[venue](symbol);
  const ix = sim.control(venue).ixOf(wireSymbol, 'perp');
  if (ix === null) throw new Error(`${venue} lists no ${wireSymbol}`);
  return { sim, venue, accountId, ix, wireSymbol, action };
}

const WIRE_SYMBOLS = {
  BINANCE: (symbol: string) => symbol,
  BYBIT: (symbol: string) => symbol,
  OKX: (symbol: string) => `${symbol.replace('USDT', '')}-USDT-SWAP`,
  KUCOIN: (symbol: string) => `${symbol}M`,
} as const;

async function prepare(lab: VenueLab, symbol: string, { plan, action }: FaultCell): Promise<void> {
  await lab.waitReady();
  if (action === 'exit' || (plan.needsPosition && action === 'cancel')) await mustOrder(lab, symbol, 'market');
  if (action === 'cancel') await mustOrder(lab, symbol, 'limit');
  const left = await lab.settled(PREPARE_WITHIN_MS);
  if (left.length > 0) throw new Error(`preparing: ${left.join(' | ')}`);
}

/** An earlier cell's refusals may have slowed the symbol down: asks again until it is taken. */
async function mustOrder(lab: VenueLab, symbol: string, type: 'market' | 'limit'): Promise<void> {
  let refusal: string | null = null;
  await until(`the order that prepares the cell`, PREPARE_WITHIN_MS, async () => {
    refusal = await lab.order(symbol, type);
    return refusal === null || refusal.startsWith('ORDER_OUTCOME_UNKNOWN');
  }).catch(() => {
    throw new Error(`preparing: ${refusal}`);
  });
}

interface Strike {
  readonly cell: FaultCell;
  readonly symbol: string;
  /** Takes the action, which may outlast the wait for it. */
  readonly underWay: Promise<unknown>[];
}

async function strikeAndAct(lab: VenueLab, scene: FaultScene, { cell, symbol, underWay }: Strike): Promise<void> {
  const { plan } = cell;
  let heal = plan.when === 'before' ? plan.strike(scene) : (): void => undefined;
  const held = new Promise<void>((resolve) => setTimeout(resolve, plan.holdMs));
  try {
    const acted = act(lab, symbol, cell.action);
    underWay.push(acted);
    await within(ACT_WITHIN_MS, acted);
    if (plan.when === 'after') {
      heal = plan.strike(scene);
      await new Promise((resolve) => setTimeout(resolve, plan.holdMs));
    }
    await held;
  } finally {
    heal();
  }
}

/** Refusals are part of the table: what counts is the end. */
function act(lab: VenueLab, symbol: string, action: FaultAction): Promise<string | null> {
  if (action === 'enter') return lab.order(symbol, 'market');
  return action === 'exit' ? lab.close(symbol) : lab.cancelEntries(symbol);
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** What is not settled must be told as a condition, and block the next entry for as long as it is told. */
async function isShownAndBlocked(lab: VenueLab, symbol: string): Promise<boolean> {
  const isShown = async (): Promise<boolean> =>
    (await lab.books()).view.state.conditions.some(({ kind }) => SHOWN_KINDS.has(kind));
  if (!(await isShown())) return false;
  const refusal = await lab.order(symbol, 'limit');
  return (refusal?.startsWith('RISK_') ?? false) || !(await isShown());
}

/** Ends every fault, cancels and closes, until the account is flat and equal. */
async function bringBack(lab: VenueLab, sim: VenueSim): Promise<readonly string[]> {
  sim.desk(lab.venue).heal();
  sim.faults(lab.venue).heal();
  let refusal: string | null = null;
  try {
    await until('a flat account', PREPARE_WITHIN_MS, async () => {
      const { view } = await lab.books();
      for (const symbol of new Set(view.orders.map((order) => order.symbol))) await lab.cancelEntries(symbol);
      const isOpen = (status: unknown): boolean => status === 'open' || status === 'untriggered';
      for (const { symbol } of view.positions) refusal = await lab.close(symbol);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const now = lab.truth();
      return now.positions.length === 0 && !now.orders.some((row) => isOpen(row['status']));
    });
    const left = await lab.settled(SETTLE_WITHIN_MS);
    return left.map((text) => `afterwards: ${text}`);
  } catch (e) {
    const open = lab.truth().positions.map((row) => `${row['wireSymbol']} ${row['qtyBase']}`);
    const why = e instanceof Error ? e.message : String(e);
    return [`afterwards: ${why}, last refusal: ${String(refusal)}, open at the venue: ${open.join(', ') || 'nothing'}`];
  }
}
