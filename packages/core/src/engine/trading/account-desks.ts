import {
  accountKey,
  domainError,
  err,
  VENUES,
  type AccountKey,
  type BalanceReport,
  type DomainError,
  type ExecutionClient,
  type MarketSource,
  type PrivateSink,
  type Result,
  type Venue,
  type VenueKey,
} from '../../domain/index.ts';
import { guarded, PaperClient } from '../../execution/index.ts';
import type { Clock, Random } from '../../kernel/index.ts';
import { AccountDesk } from './account-desk.ts';
import type { CoreState } from './core-state.ts';
import { guardLiveClient } from './guard-live-client.ts';
import type { LivePermit } from './live-permit.ts';
import type { MarketEyes } from './market-eyes.ts';
import type { PaperBooks } from './paper-books.ts';
import { seedPaper } from './seed-paper.ts';
import { tierFees } from './tier-fees.ts';

export interface AccountDesksDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly market: MarketSource;
  readonly eyes: MarketEyes;
  readonly books: PaperBooks;
  readonly permit: LivePermit;
  readonly paperUsdt: string;
  readonly createLiveClient: (venue: Venue, key: VenueKey) => ExecutionClient;
  /** Records the balances an account begins with, before its streams may tell parts of them. */
  openBooks(account: AccountKey, balances: readonly BalanceReport[]): void;
  /** Where an account's stream goes. */
  sinkOf(desk: AccountDesk): PrivateSink;
}

/** Opens and closes the desks of accounts: a paper one per venue, a live one where there is a key. */
export class AccountDesks {
  readonly desks = new Map<AccountKey, AccountDesk>();
  private readonly deps: AccountDesksDeps;

  constructor(deps: AccountDesksDeps) {
    this.deps = deps;
  }

  /** Builds the paper accounts as the records left them. Nothing runs yet. */
  openPaper(state: CoreState): void {
    const { clock, random, books, eyes, paperUsdt } = this.deps;
    for (const venue of VENUES) {
      const instruments = eyes.instrumentsOf(venue);
      if (instruments.length === 0) continue;
      const client = new PaperClient({
        venue,
        clock,
        random,
        market: books,
        startCash: paperUsdt,
        feesOf: tierFees,
      });
      client.setInstruments(instruments);
      seedPaper(client, state, accountKey(venue, 'paper'));
      this.add(new AccountDesk(client, 'paper', clock));
    }
  }

  /** Builds the live account of a venue over its key, and makes it the one that orders go to. Nothing runs yet. */
  openLive(venue: Venue, key: VenueKey): AccountDesk {
    return this.add(this.makeLive(venue, key));
  }

  /** Builds the live account of a venue over a key, for a look at it. Stop its client when done. */
  makeLive(venue: Venue, key: VenueKey): AccountDesk {
    const { clock, eyes, permit, createLiveClient } = this.deps;
    const client = guardLiveClient(createLiveClient(venue, key), permit);
    client.setInstruments(eyes.instrumentsOf(venue));
    return new AccountDesk(client, 'live', clock, key.savedMs ?? null);
  }

  /** Opens an account's streams, and asks what its key may do where that was not told before. */
  async start(desk: AccountDesk): Promise<Result<null, DomainError>> {
    // Nothing below waits for it: it is several answers of the venue, and so are the balances and the streams.
    const probing = desk.key === null ? desk.probe() : null;
    const balances = await guarded('balances', () => desk.client.balances());
    if (this.desks.get(desk.account) !== desk) return err(domainError('VENUE_NOT_READY', 'the key was exchanged'));
    if (balances.ok) this.deps.openBooks(desk.account, balances.value);
    const started = await desk.start(this.deps.sinkOf(desk));
    const probed = await probing;
    if (probed?.ok === false && started.ok) desk.lastError = probed.error;
    await desk.refreshPositions();
    return started;
  }

  async close(account: AccountKey): Promise<void> {
    const desk = this.desks.get(account);
    this.desks.delete(account);
    await desk?.client.stop();
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.desks.keys()].map((account) => this.close(account)));
  }

  private add(desk: AccountDesk): AccountDesk {
    this.desks.set(desk.account, desk);
    return desk;
  }
}
