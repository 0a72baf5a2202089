import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountKey,
  decimal,
  type DomainError,
  type ExecutionClient,
  type Result,
  type Venue,
  type VenueKey,
} from '@riptide/core/domain';
import {
  ArbitrageCore,
  ArbitrageFold,
  TradingCore,
  type ArbitrageCall,
  type ArbitrageCalls,
} from '@riptide/core/engine';
import { seededRandom, silentLog, type Log } from '@riptide/core/kernel';
import { buildAccount } from '../../../apps/server/src/compose/build-venues.ts';
import { FileJournal } from '../../../apps/server/src/storage/journal/file-journal.ts';
import { readJournal } from '../../../apps/server/src/storage/journal/read-journal.ts';
import { until } from '../harness/until.ts';
import { MortalClock } from '../random/mortal-clock.ts';
import { mortalJournal } from '../random/mortal-journal.ts';
import type { MatrixMarket } from './matrix-market.ts';

const START_USDT = 20_000;
const STABILITY_MIN = 9;
const LOSSES_MAX = 5;
const READY_WITHIN_MS = 120_000;
const POCKETS = {
  BINANCE: ['spot', 'futures'],
  BYBIT: ['unified'],
  OKX: ['unified'],
  KUCOIN: ['spot', 'futures'],
} as const;
/** Gates that look at the time of day or at results would stop a proof that trades hundreds of times. */
const LIMITS = {
  fundingWindowMs: 0,
  dailyLossPct: 100,
  lossStreakMax: 1_000_000,
  addsPerPositionMax: 1_000_000,
  liquidationToStopRatio: 1,
};
const SETTINGS = {
  pairCooldownMs: 0,
  failureCooldownMs: 0,
  maxTradesPerHour: 3_600,
  isSpotFuturesExecutable: true,
  exitSpreadBps: -500,
  minRoundTripNetBps: -1_000,
};

/** Accounts of their own at two simulated venues, a folder, and an engine over the real adapters that can die and be built again from its journal on disk. */
export class MatrixLab {
  readonly accountIds: ReadonlyMap<Venue, number>;
  readonly errors: string[] = [];
  fold = new ArbitrageFold();
  private readonly market: MatrixMarket;
  private readonly keys: ReadonlyMap<Venue, VenueKey>;
  private readonly folder = mkdtempSync(join(tmpdir(), 'riptide-matrix-'));
  private readonly seed: number;
  private life: Life | null = null;
  private lives = 0;

  constructor(market: MatrixMarket, venues: readonly Venue[], seed: number) {
    this.market = market;
    this.seed = seed;
    const issued = [...new Set(venues)].map((venue) => {
      const balances = POCKETS[venue].map((pocket) => ({ pocket, asset: 'USDT', amount: decimal(START_USDT) }));
      return [venue, market.sim.control(venue).issueKey({ balances })] as const;
    });
    this.accountIds = new Map(issued.map(([venue, { accountId }]) => [venue, accountId]));
    this.keys = new Map(
      issued.map(([venue, { apiKey, apiSecret, passphrase }]) => [
        venue,
        { apiKey, apiSecret, passphrase: passphrase === '' ? null : passphrase },
      ]),
    );
  }

  get core(): TradingCore {
    return this.alive.core;
  }

  /** True when failures and losses have brought the engine near a rest of minutes. */
  get isWorn(): boolean {
    const { stability, breaker } = this.alive.arbitrage.view();
    return stability.score < STABILITY_MIN || breaker.losses > LOSSES_MAX;
  }

  private get alive(): Life {
    if (this.life === null) throw new Error('Invariant: the engine is not running');
    return this.life;
  }

  accountId(venue: Venue): number {
    return this.accountIds.get(venue) as number;
  }

  /** Starts an engine over what the journal on disk holds, and waits until it has compared its accounts. */
  async start(): Promise<void> {
    this.lives += 1;
    const clock = new MortalClock(this.market.clock);
    this.fold = new ArbitrageFold();
    const state = { isDead: false };
    const clients: ExecutionClient[] = [];
    const log = this.logOf(state);
    const journalFolder = join(this.folder, 'journal');
    const content = readJournal(journalFolder);
    const file = new FileJournal({ folder: journalFolder, clock, log });
    const { engine, sim } = this.market;
    const core = new TradingCore({
      clock,
      random: seededRandom(this.seed * 100 + this.lives),
      log,
      store: engine.store,
      journal: mortalJournal(file, () => state.isDead),
      restored: {
        snapshot: content.checkpoint?.state ?? null,
        records: content.records,
        lastSeq: content.records.at(-1)?.seq ?? content.checkpoint?.seq ?? 0,
      },
      market: 'sim',
      execution: 'live',
      paperUsdt: '10000',
      keys: Object.fromEntries(this.keys),
      createLiveClient: (venue, key) => {
        const deps = { clock, random: seededRandom(this.seed * 100 + this.lives + 7), log, offsetMs: () => 0 };
        const client = buildAccount('sim', sim.baseUrls, { venue, key }, deps);
        clients.push(client);
        return client;
      },
      onWritten: () => undefined,
      folds: [this.fold],
    });
    const arbitrage = new ArbitrageCore({
      core,
      fold: this.fold,
      store: engine.store,
      scanner: engine.scanner,
      market: 'sim',
    });
    clock.every(100, () => core.tick());
    this.life = { core, arbitrage, clock, clients, file, state, onDeath: [] };
    arbitrage.start();
    await core.start();
    await this.waitReady();
  }

  /** Limits, settings and modes; once per account. */
  async setUp(symbol: string): Promise<void> {
    const { core } = this.alive;
    const limits = await core.call('set-setting', { name: 'risk-limits', value: LIMITS, by: 'proof' });
    if (!limits.ok) throw new Error(`limits: ${limits.error.detail}`);
    const settings = await this.call('arb-settings', { value: SETTINGS, by: 'proof' });
    if (settings?.ok !== true) throw new Error(`settings: ${JSON.stringify(settings)}`);
    await Promise.all(
      [...this.keys.keys()].map((venue) =>
        until(
          `modes of ${symbol} at ${venue}`,
          READY_WITHIN_MS,
          async () => (await core.call('fix-modes', { venue, symbol, by: 'proof' })).ok,
        ),
      ),
    );
  }

  private async waitReady(): Promise<void> {
    const { context } = this.core;
    const missing = (): readonly string[] =>
      [...this.keys.keys()].flatMap((venue) => {
        const account = accountKey(venue, 'live');
        const stream = context.desks.get(account)?.stream;
        const isReady = context.reconciler.isReconciled(account) && stream?.isLive === true;
        const failures = context.reconciler.lastResult(account)?.failures ?? [];
        return isReady
          ? []
          : [`${account} stream=${String(stream?.isLive)} ${String(stream?.reason)} ${JSON.stringify(failures)}`];
      });
    await until('the engine to be ready', READY_WITHIN_MS, () => missing().length === 0).catch((e: unknown) => {
      throw new Error(`${String(e)}: ${missing().join('; ')}`);
    });
  }

  /** Ends the engine as a crash would: no timer, no answer, no event reaches it any more, and it writes nothing. */
  kill(): void {
    const { arbitrage, clock, clients, file, state, onDeath } = this.alive;
    state.isDead = true;
    arbitrage.stop();
    clock.kill();
    for (const client of clients) void client.stop().catch(() => undefined);
    file.close();
    this.life = null;
    for (const tell of onDeath.splice(0)) tell();
  }

  /** Calls the engine; undefined where it is dead, or died meanwhile. */
  async call<C extends ArbitrageCall>(
    name: C,
    request: ArbitrageCalls[C]['request'],
  ): Promise<Result<ArbitrageCalls[C]['answer'], DomainError> | undefined> {
    const { life } = this;
    if (life === null) return undefined;
    const died = new Promise<undefined>((resolve) => life.onDeath.push(() => resolve(undefined)));
    return Promise.race([life.arbitrage.call(name, request), died]);
  }

  async stop(): Promise<void> {
    if (this.life !== null) {
      const { clients } = this.life;
      this.kill();
      await Promise.race([
        Promise.allSettled(clients.map((client) => client.stop())),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private logOf(state: { readonly isDead: boolean }): Log {
    return {
      ...silentLog(),
      warn: (message, fields) => {
        if (process.env['PROOF_LOG'] === '2') console.error(message, JSON.stringify(fields ?? {}));
      },
      error: (message, fields) => void (state.isDead || this.errors.push(`${message} ${JSON.stringify(fields ?? {})}`)),
    };
  }
}

interface Life {
  readonly core: TradingCore;
  readonly arbitrage: ArbitrageCore;
  readonly clock: MortalClock;
  readonly clients: readonly ExecutionClient[];
  readonly file: FileJournal;
  readonly state: { isDead: boolean };
  readonly onDeath: (() => void)[];
}
