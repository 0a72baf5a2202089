import {
  domainError,
  err,
  type DomainError,
  type Instrument,
  type ReferenceData,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import type { ArbitrageView, HotBatch, SnipingView, TradingView } from '@riptide/core/engine';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { LabCall } from '../link/lab-calls.ts';
import type { LinkCommand, LinkCommands } from '../link/link-contract.ts';
import type { SymbolCall, SymbolCalls } from '../link/symbol-calls.ts';
import { ChartDesk } from './chart-desk.ts';
import { ClockWatch } from './clock-watch.ts';
import type { CoolEngineDeps, EngineFigures } from './cool-engine-deps.ts';
import { FundingReader } from './funding-reader.ts';
import type { HotCall } from './hot-protocol.ts';
import type { HotCalls, HotThread } from './hot-thread.ts';
import { InFlightWatch } from './in-flight-watch.ts';
import { LiveCandles } from './live-candles.ts';
import { MarketBoard } from './market-board.ts';
import { MarketWarmer } from './market-warmer.ts';
import { ScannerDesk } from './scanner-desk.ts';
import { SymbolDesk } from './symbol-desk.ts';
import { TradingBoard } from './trading-board.ts';
import { universeOf } from './universe-of.ts';
import { VenueBoard } from './venue-board.ts';
import { VenueGathering } from './venue-gathering.ts';
import type { LoadedVenue } from './venue-loader.ts';
import { VenueReaders } from './venue-readers.ts';

/**
 * The cool side of the engine: loads venues, starts the hot thread over what they list, carries its batches onto the link,
 * answers commands. A venue that can't be reached holds nobody up.
 */
export class CoolEngine {
  private readonly deps: CoolEngineDeps;
  private readonly liveCandles = new LiveCandles();
  private readonly market: MarketBoard;
  private readonly venues: VenueBoard;
  private readonly charts: ChartDesk;
  private readonly trading: TradingBoard;
  private readonly funding: FundingReader;
  private readonly warmer: MarketWarmer;
  /** null over a recording, which has no venues to ask. */
  private readonly readers: VenueReaders | null;
  private readonly symbols: SymbolDesk;
  private readonly inFlight = new InFlightWatch();
  private readonly gathering: VenueGathering;
  private readonly scanner: ScannerDesk;
  private readonly offsets = new Map<Venue, number>();
  private readonly watches: ClockWatch[] = [];
  private hot: HotThread | null = null;
  private isRestarting = false;
  /** Books that only close round trips: prices in coins, which no screen shows among those in dollars. */
  private crosses: ReadonlySet<string> = new Set();
  /** What the scanner of the last hot thread knew. */
  private scannerState: ScannerSnapshot | null = null;
  private isStopped = false;
  private figuresNow: EngineFigures = { symbols: 0, books: 0, lateBatches: 0 };

  constructor(deps: CoolEngineDeps) {
    this.deps = deps;
    this.market = new MarketBoard(deps.link, this.liveCandles);
    this.venues = new VenueBoard(deps.link, deps.clock, {
      venues: deps.references.map(({ venue }) => venue),
      isReplay: deps.market === 'replay',
    });
    this.trading = new TradingBoard(deps.link);
    this.charts = new ChartDesk(deps.clock, this.liveCandles);
    this.funding = new FundingReader({
      clock: deps.clock,
      log: deps.log,
      book: (request) => this.askHot('book-funding', request),
    });
    this.warmer = new MarketWarmer({
      log: deps.log,
      fetch: (symbol, venue, limit) => this.charts.fetch({ symbol, venue, limit, timeframe: '1m' }),
      warm: (instrumentId, candles) => this.callHot('warm-market', { instrumentId, candles }),
    });
    this.readers = deps.market === 'replay' ? null : this.createReaders();
    this.symbols = new SymbolDesk({
      clock: deps.clock,
      log: deps.log,
      store: deps.watched.store,
      watched: deps.watched.symbols,
      isReplay: deps.market === 'replay',
      inFlight: () => this.inFlight.reason(),
      restart: () => this.restartHot(),
    });
    this.gathering = this.createGathering();
    this.scanner = new ScannerDesk({
      log: deps.log,
      link: deps.link,
      session: deps.session,
      command: (command) => this.hot?.command(command),
    });
    this.scanner.publish();
  }

  get figures(): EngineFigures {
    return this.figuresNow;
  }

  start(): void {
    this.gathering.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const part of [this.gathering, ...this.watches]) part.stop();
    this.readers?.stop();
    await Promise.all([this.hot?.stop(), this.deps.session.save()]);
    await this.deps.scannerState.flush();
  }

  /** Carries out a command of the server. */
  async handleCommand(
    name: Exclude<LinkCommand, LabCall | 'news-after'>,
    request: unknown,
  ): Promise<Result<unknown, DomainError>> {
    switch (name) {
      case 'start-scanner':
        return this.scanner.start(request as LinkCommands['start-scanner']['request']);
      case 'stop-scanner':
        return this.scanner.stop();
      case 'fetch-chart':
        return this.charts.fetch(request as LinkCommands['fetch-chart']['request']);
      case 'list-symbols':
      case 'watched-symbols':
      case 'watch-symbols':
        return this.symbols.answer(name, request as SymbolCalls[SymbolCall]['request']);
      default:
        return this.callHot(name, request);
    }
  }

  private callHot(name: HotCall, request: unknown): Promise<Result<unknown, DomainError>> {
    return this.askHot(name, request as HotCalls[HotCall]['request']);
  }

  private async askHot<C extends HotCall>(
    name: C,
    request: HotCalls[C]['request'],
  ): Promise<Result<HotCalls[C]['answer'], DomainError>> {
    if (this.hot === null) return err(domainError('ENGINE_NOT_READY', `call=${name}`, { outcome: 'not-sent' }));
    return this.hot.call(name, request);
  }

  private handleLoaded(reference: ReferenceData, loaded: LoadedVenue): void {
    this.charts.addVenue(reference, loaded.instruments);
    this.funding.addVenue(reference, loaded.instruments);
    this.symbols.addVenue(reference, loaded.instruments);
    this.readers?.addVenue(reference);
    this.watches.push(
      new ClockWatch(reference, {
        clock: this.deps.clock,
        log: this.deps.log,
        onOffset: (venue, offsetMs) => this.handleOffset(venue, offsetMs),
      }),
    );
  }

  private createGathering(): VenueGathering {
    const { clock, log, random, references, market } = this.deps;
    return new VenueGathering({
      clock,
      log,
      random,
      references,
      needsPrices: market === 'live' || market === 'testnet',
      hasStarted: () => this.hot !== null || this.isRestarting,
      onLoaded: (reference, loaded) => this.handleLoaded(reference, loaded),
      onFailed: (venue, reason) => this.venues.setFailed(venue, reason),
      onGathered: () => void this.restartHot(),
    });
  }

  private createReaders(): VenueReaders {
    return new VenueReaders({
      clock: this.deps.clock,
      log: this.deps.log,
      keyOf: async (venue) => (await this.deps.tradingStart()).keys[venue] ?? null,
      command: (command) => this.hot?.command(command),
      tell: (name, request) => this.askHot(name, request),
      onListed: (reference, instruments) => {
        this.gathering.relist(reference.venue, instruments);
        this.symbols.addVenue(reference, instruments);
      },
    });
  }

  private handleOffset(venue: Venue, offsetMs: number): void {
    this.offsets.set(venue, offsetMs);
    this.venues.setClockOffset(venue, offsetMs);
    this.hot?.command({ kind: 'set-clock-offset', venue, offsetMs });
  }

  private async restartHot(): Promise<void> {
    if (this.gathering.loaded.size === 0 || this.isStopped || this.isRestarting) return;
    this.isRestarting = true;
    await this.hot?.stop();
    this.hot = null;
    this.scannerState ??= await this.deps.scannerState.load();
    const trading = await this.deps.tradingStart();
    this.isRestarting = false;
    if (this.isStopped) return;
    const { instruments, pxMax, crosses } = universeOf(this.gathering.loaded, {
      isEverything: this.deps.market === 'replay',
      watched: this.symbols.watched,
    });
    this.crosses = crosses;
    this.deps.log.info('hot thread starts', {
      venues: [...this.gathering.loaded.keys()].join(','),
      instruments: instruments.length,
    });
    this.hot = this.deps.startHotThread(
      {
        market: this.deps.market,
        simulatorUrls: this.deps.simulatorUrls,
        instruments,
        pxMax,
        randomSeed: Math.floor(this.deps.random() * 2 ** 32),
        trading,
      },
      {
        onStarted: (instruments) => this.handleHotStarted(instruments),
        onBatch: (batch, lateBatches) => this.handleBatch(batch, lateBatches),
        onScannerState: (snapshot) => this.handleScannerState(snapshot),
        onTrading: (view) => this.handleTrading(view),
        onSniping: (view) => this.handleSniping(view),
        onArbitrage: (view) => this.handleArbitrage(view),
        onDepths: (depths, loss) => this.deps.flight?.takeDepths(depths, loss),
        onJournal: (lastSeq) => this.deps.onJournal(lastSeq),
        onCrash: (reason) => this.deps.onCrash(reason),
      },
    );
  }

  private handleHotStarted(instruments: readonly Instrument[]): void {
    this.deps.flight?.begin(instruments);
    this.liveCandles.clear();
    this.warmer.reset();
    this.market.reset(instruments, this.crosses);
    this.symbols.setFollowed(instruments);
    this.readers?.setFollowed(instruments);
    for (const venue of this.gathering.loaded.keys()) {
      this.venues.setFollowed(
        venue,
        instruments.filter((instrument) => instrument.venue === venue),
      );
    }
    this.figuresNow = {
      ...this.figuresNow,
      symbols: new Set(instruments.flatMap(({ id, symbol }) => (this.crosses.has(id) ? [] : [symbol]))).size,
      books: instruments.length,
    };
    for (const [venue, offsetMs] of this.offsets) this.hot?.command({ kind: 'set-clock-offset', venue, offsetMs });
    const resume = this.deps.session.resumeCommand();
    if (resume !== null) this.hot?.command(resume);
    // WHY: after the start, which forgets what was found under other limits.
    if (this.scannerState !== null) this.hot?.command({ kind: 'restore-scanner', snapshot: this.scannerState });
  }

  private handleScannerState(snapshot: ScannerSnapshot): void {
    this.scannerState = snapshot;
    this.deps.scannerState.save(snapshot);
  }

  private handleTrading(view: TradingView): void {
    this.trading.apply(view);
    this.funding.observe(view);
    this.inFlight.observeTrading(view);
  }

  private handleSniping(view: SnipingView): void {
    this.trading.applySniping(view);
    this.warmer.observe(view);
  }

  private handleArbitrage(view: ArbitrageView): void {
    this.trading.applyArbitrage(view);
    this.inFlight.observeArbitrage(view);
  }

  private handleBatch(batch: HotBatch, lateBatches: number): void {
    this.market.apply(batch);
    this.deps.flight?.take(batch);
    for (const view of batch.venues ?? []) this.venues.observe(view);
    this.scanner.observe(batch.scanner);
    if (batch.venues !== null) this.scanner.publish();
    this.figuresNow = { ...this.figuresNow, lateBatches };
  }
}
