import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decimal, type AccountKey, type Venue, type VenueKey } from '@riptide/core/domain';
import type { Truth, VenueSim } from '@riptide/venue-sim';
import { differences } from './compare.ts';
import { engineBundle } from './engine-bundle.ts';
import { EngineHandle } from './engine-handle.ts';
import type { EngineBooks } from './engine-protocol.ts';
import { until } from './until.ts';

const START_USDT = 20_000;
const SET_UP_WITHIN_MS = 30_000;
/** A restart asks the venue everything; a machine that does other work as well takes its time. */
const READY_WITHIN_MS = 60_000;
const NOTIONAL_USD = 300;
/** Gates that look at the time of day or at results would stop a proof that trades hundreds of times. */
const PROOF_LIMITS = { fundingWindowMs: 0, dailyLossPct: 100, lossStreakMax: 1_000_000, addsPerPositionMax: 1_000_000 };
const POCKETS = {
  BINANCE: ['spot', 'futures'],
  BYBIT: ['unified'],
  OKX: ['unified'],
  KUCOIN: ['spot', 'futures'],
} as const;

/** An account of its own at one simulated venue, a folder of its own, and the engine that trades it. */
export class VenueLab {
  readonly venue: Venue;
  readonly account: AccountKey;
  readonly accountId: number;
  readonly folder: string;
  private readonly sim: VenueSim;
  private readonly key: VenueKey;
  private readonly symbols: readonly string[];
  private current: EngineHandle | null = null;
  private starts = 0;

  constructor(sim: VenueSim, venue: Venue, symbols: readonly string[]) {
    this.sim = sim;
    this.venue = venue;
    this.account = `${venue}:live`;
    this.symbols = symbols;
    const balances = POCKETS[venue].map((pocket) => ({ pocket, asset: 'USDT', amount: decimal(START_USDT) }));
    const issued = sim.control(venue).issueKey({ balances });
    this.accountId = issued.accountId;
    const { apiKey, apiSecret, passphrase } = issued;
    this.key = { apiKey, apiSecret, passphrase: passphrase === '' ? null : passphrase };
    this.folder = mkdtempSync(join(tmpdir(), 'riptide-proof-'));
  }

  get engine(): EngineHandle {
    if (this.current === null) throw new Error('Invariant: no engine was started');
    return this.current;
  }

  /** Starts an engine that dies at `crash`, and waits until it has compared its account and its books are live. */
  async start(crash: string | null): Promise<EngineHandle> {
    this.starts += 1;
    const { venue, key, folder, symbols, sim } = this;
    const randomSeed = this.accountId * 1_000 + this.starts * 10;
    const start = { venue, baseUrls: sim.baseUrls, key, folder, symbols, crash, randomSeed };
    this.current = new EngineHandle(await engineBundle(), start);
    await this.current.started();
    await this.waitReady();
    return this.current;
  }

  /** Sets the account up as the gates want it; once per account. */
  async setUp(): Promise<void> {
    const { engine } = this;
    const limits = await engine.call('set-setting', { name: 'risk-limits', value: PROOF_LIMITS, by: 'proof' });
    if (!limits.ok) throw new Error(`limits: ${limits.error.detail}`);
    for (const symbol of this.symbols) await this.fixModes(symbol);
  }

  async waitReady(): Promise<void> {
    await until('the engine to be ready', READY_WITHIN_MS, async () => (await this.engine.books()).isReady);
  }

  /** Several symbols at once run into the venue's limit: what it asks to wait for is tried again. */
  private async fixModes(symbol: string): Promise<void> {
    let refusal = '';
    await until('the modes', SET_UP_WITHIN_MS, async () => {
      const fixed = await this.engine.call('fix-modes', { venue: this.venue, symbol, by: 'proof' });
      if (!fixed.ok) refusal = `${fixed.error.code} ${fixed.error.detail}`;
      return fixed.ok;
    }).catch(() => {
      throw new Error(`modes of ${symbol}: ${refusal}`);
    });
  }

  truth(): Truth {
    return this.sim.control(this.venue).truth(this.accountId);
  }

  /** Waits until the engine equals the venue in everything. Returns what is left of the differences. */
  async settled(withinMs: number): Promise<readonly string[]> {
    return settledWithin(withinMs, async () => differences(await this.engine.books(), this.truth(), this.folder));
  }

  async books(): Promise<EngineBooks> {
    return this.engine.books();
  }

  /** Wishes a perp order of about 300 USDT. A limit lies 3 % under the market: it rests. Returns the refusal, or null. */
  async order(symbol: string, type: 'market' | 'limit'): Promise<string | null> {
    const { engine, venue } = this;
    const mid = (await engine.books()).midPx[symbol] ?? null;
    if (mid === null) return 'no price';
    const preview = await engine.call('preview-order', {
      venue,
      market: 'perp',
      symbol,
      side: 'BUY',
      type,
      qtyBase: null,
      notionalUsd: String(NOTIONAL_USD),
      px: type === 'market' ? null : String(Number(mid) * 0.97),
      isReduceOnly: false,
      tif: type === 'market' ? 'IOC' : 'GTC',
      leverage: null,
    });
    if (!preview.ok) return `${preview.error.code} ${preview.error.detail}`;
    const sent = await engine.call('execute-order', { previewId: preview.value.previewId, by: 'proof' });
    return sent.ok ? null : `${sent.error.code} ${sent.error.detail}`;
  }

  /** Asks to cancel every resting entry of a symbol. Returns the last refusal, or null. */
  async cancelEntries(symbol: string): Promise<string | null> {
    const { view } = await this.engine.books();
    let refusal: string | null = null;
    for (const order of view.orders) {
      if (order.symbol !== symbol || order.role !== 'entry' || order.clientOrderId === null) continue;
      if (!['open', 'sent', 'unknown'].includes(order.state)) continue;
      const request = { account: this.account, orderId: order.clientOrderId, by: 'proof' };
      const cancelled = await this.engine.call('cancel-order', request);
      if (!cancelled.ok) refusal = `${cancelled.error.code} ${cancelled.error.detail}`;
    }
    return refusal;
  }

  /** Asks to close the position of a symbol. Returns the refusal, or null. */
  async close(symbol: string): Promise<string | null> {
    const { view } = await this.engine.books();
    const position = view.positions.find((each) => each.symbol === symbol);
    if (position === undefined) return 'no position';
    const closed = await this.engine.call('close-position', { positionId: position.id, by: 'proof' });
    return closed.ok ? null : `${closed.error.code} ${closed.error.detail}`;
  }

  async stop(): Promise<void> {
    await this.current?.stop();
    if (process.env['PROOF_KEEP'] === '1') console.log(this.folder);
    else rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Asks again until there is no difference left, or the time is over. */
export async function settledWithin(
  withinMs: number,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let left: readonly string[] = ['nothing was read'];
  try {
    await until('no difference', withinMs, async () => {
      left = await read();
      return left.length === 0;
    });
  } catch (e) {
    return left.length > 0 ? left : [String(e)];
  }
  return left;
}
