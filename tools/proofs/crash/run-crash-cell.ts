import type { Venue } from '@riptide/core/domain';
import { startVenueSim, type Truth, type VenueSim } from '@riptide/venue-sim';
import type { CrashPoint } from '../harness/crash-points.ts';
import type { ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { VenueLab } from '../harness/venue-lab.ts';

const SEED = 7;
/** Enough for live books; the proof needs no busy market. */
const INTENSITY = 0.3;
const SYMBOL = 'ETHUSDT';
const SETTLE_WITHIN_MS = 20_000;
const DIES_WITHIN_MS = 15_000;

/** Kills an engine at one point, starts it again, compares, and brings the account back to flat. */
export async function runCrashCell(venue: Venue, point: CrashPoint): Promise<ProofRow> {
  const startedMs = Date.now();
  // A simulator of its own: the venues' limits count per address, and all engines share one.
  const sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim', intensity: INTENSITY } });
  const lab = new VenueLab(sim, venue, [SYMBOL]);
  const misses: string[] = [];
  try {
    await runStory(lab, sim, point, misses);
  } catch (e) {
    misses.push(e instanceof Error ? e.message : String(e));
  } finally {
    await lab.stop();
    await sim.stop();
  }
  return { venue, cell: point.name, misses, ms: Date.now() - startedMs };
}

async function runStory(lab: VenueLab, sim: VenueSim, point: CrashPoint, misses: string[]): Promise<void> {
  await lab.start(point.name);
  await lab.setUp();
  await prepare(lab, point);
  const ordersBefore = lab.truth().orders.length;
  const unwatch = killAtVenue(lab, sim, point);
  const acted = { refusal: 'none' };
  act(lab, point).then(
    (refusal) => void (acted.refusal = refusal ?? 'none'),
    // WHY: the engine died under the call, as it should.
    (e: unknown) => void (acted.refusal = String(e)),
  );
  const timer = setTimeout(() => lab.engine.kill(), DIES_WITHIN_MS);
  const hasDied = await Promise.race([
    lab.engine.ended.then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), DIES_WITHIN_MS - 100)),
  ]);
  clearTimeout(timer);
  unwatch();
  if (!hasDied) {
    misses.push(`the point was not reached, refusal ${acted.refusal}`);
    return;
  }
  await lab.start(null);
  misses.push(...named('after the restart', await lab.settled(SETTLE_WITHIN_MS)));
  misses.push(...countOrders(point, lab.truth(), ordersBefore));
  await bringBack(lab, misses);
}

async function prepare(lab: VenueLab, point: CrashPoint): Promise<void> {
  if (point.story === 'enter') return;
  const refusal = await lab.order(SYMBOL, point.story === 'cancel' ? 'limit' : 'market');
  if (refusal !== null) throw new Error(`preparing: ${refusal}`);
  const left = await lab.settled(SETTLE_WITHIN_MS);
  if (left.length > 0) throw new Error(`preparing: ${left.join(' | ')}`);
}

async function act(lab: VenueLab, point: CrashPoint): Promise<string | null> {
  if (point.story === 'enter') return lab.order(SYMBOL, 'market');
  if (point.story === 'cancel') return lab.cancelEntries(SYMBOL);
  if (point.story === 'close') return lab.close(SYMBOL);
  lab.engine.send({ kind: 'rotate' });
  return null;
}

/** Kills from outside in the instant in which the venue acts, before its answer leaves it. */
function killAtVenue(lab: VenueLab, sim: VenueSim, { at }: CrashPoint): () => void {
  if (at.kind !== 'venue') return () => undefined;
  const nothing = (): void => undefined;
  const { engine, accountId } = lab;
  return sim.accounts(lab.venue).subscribe({
    onOrder: (order) => {
      if (order.accountId !== accountId) return;
      const { type, isReduceOnly, closesPosition } = order.request;
      const isStop = type === 'stop-market';
      const isExit = !isStop && (isReduceOnly || closesPosition);
      const isCancel = order.status === 'cancelled';
      const event = isCancel ? 'cancel' : isStop ? 'stop' : isExit ? 'exit' : 'entry';
      if (event === at.event) engine.kill();
    },
    onFill: (fill) => {
      if (fill.accountId === accountId && at.event === 'entry-fill') engine.kill();
    },
    onPosition: nothing,
    onBalance: nothing,
    onIncome: nothing,
    onLeverage: nothing,
  });
}

/** Nothing was sent twice, and what was sent is there. */
function countOrders(point: CrashPoint, truth: Truth, ordersBefore: number): readonly string[] {
  const entries = truth.orders.filter((row) => row['side'] === 'BUY').length;
  const exits = truth.orders.filter((row) => row['side'] === 'SELL' && row['type'] === 'market').length;
  const wantedEntries = point.story === 'enter' ? point.ordersAtVenue : 1;
  const found: string[] = [];
  if (entries !== wantedEntries) found.push(`${entries} entries at the venue, ${wantedEntries} wanted`);
  const wantedExits = point.story === 'close' ? point.ordersAtVenue : 0;
  if (exits !== wantedExits) found.push(`${exits} exits at the venue, ${wantedExits} wanted`);
  const isQuiet = point.story === 'rotate' || point.story === 'cancel';
  if (isQuiet && truth.orders.length !== ordersBefore) found.push('an order more than before the crash');
  return found;
}

/** The engine goes on: what rests is cancelled, what is open is closed, and everything is equal again. */
async function bringBack(lab: VenueLab, misses: string[]): Promise<void> {
  await lab.cancelEntries(SYMBOL);
  if (lab.truth().positions.length > 0) {
    const refusal = await lab.close(SYMBOL);
    if (refusal !== null) misses.push(`closing: ${refusal}`);
  }
  await until('a flat account', SETTLE_WITHIN_MS, () => lab.truth().positions.length === 0);
  misses.push(...named('after the close', await lab.settled(SETTLE_WITHIN_MS)));
}

function named(when: string, found: readonly string[]): readonly string[] {
  return found.map((text) => `${when}: ${text}`);
}
