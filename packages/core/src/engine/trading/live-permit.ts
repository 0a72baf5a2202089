import {
  domainError,
  err,
  ok,
  type AccountKey,
  type DomainError,
  type ExecutionMode,
  type MarketSource,
  type Result,
  type Venue,
} from '../../domain/index.ts';

/** What a person types to let a venue's orders go to the real market. */
function confirmationText(venue: Venue): string {
  return `GO LIVE ${venue}`;
}

export interface LivePermitOptions {
  readonly market: MarketSource;
  /** The variable EXECUTION. */
  readonly execution: ExecutionMode;
}

/**
 * Decides whether a venue's orders may leave the platform, in one place. Live orders need EXECUTION=live; on a real market or testnet also the typed
 * confirmation, which no restart remembers. Without real money (simulator) the variable is enough. A replay takes no orders at all.
 */
export class LivePermit {
  private readonly options: LivePermitOptions;
  private readonly confirmed = new Set<Venue>();
  private readonly wanted = new Map<Venue, ExecutionMode>();

  constructor(options: LivePermitOptions) {
    this.options = options;
  }

  /** Where the orders of a venue go now. */
  modeOf(venue: Venue): ExecutionMode {
    const { market, execution } = this.options;
    if (execution !== 'live' || market === 'replay') return 'paper';
    const wanted = this.wanted.get(venue) ?? (market === 'sim' ? 'live' : 'paper');
    return wanted === 'live' && this.isConfirmed(venue) ? 'live' : 'paper';
  }

  /** True when a live order of this venue may be sent. Asked again by a gate right before each order. */
  mayTradeLive(venue: Venue): boolean {
    return this.modeOf(venue) === 'live';
  }

  /** True for an account whose orders may be given and cancelled; a live one that is not switched to live is only looked at. */
  mayActOn(account: AccountKey): boolean {
    const [venue, mode] = account.split(':') as [Venue, ExecutionMode];
    return mode === 'paper' || this.mayTradeLive(venue);
  }

  /** Restores what was chosen before a restart; a confirmation is never restored. */
  restore(wanted: Readonly<Partial<Record<Venue, ExecutionMode>>>): void {
    for (const [venue, mode] of Object.entries(wanted)) this.wanted.set(venue as Venue, mode);
  }

  choices(): Readonly<Partial<Record<Venue, ExecutionMode>>> {
    return Object.fromEntries(this.wanted);
  }

  /** @errors RISK_LIVE_NOT_CONFIRMED: the variable does not permit it, or the text is not the one to type. */
  choose(venue: Venue, mode: ExecutionMode, confirmation: string | null): Result<ExecutionMode, DomainError> {
    if (mode === 'live') {
      const refusal = this.refusalOf(venue, confirmation);
      if (refusal !== null) return err(domainError('RISK_LIVE_NOT_CONFIRMED', refusal, { outcome: 'not-sent' }));
      this.confirmed.add(venue);
    } else this.confirmed.delete(venue);
    this.wanted.set(venue, mode);
    return ok(this.modeOf(venue));
  }

  private refusalOf(venue: Venue, confirmation: string | null): string | null {
    const { market, execution } = this.options;
    if (market === 'replay') return 'a recording takes no orders';
    if (execution !== 'live') return 'EXECUTION is paper; start with EXECUTION=live to permit live orders';
    if (market === 'sim' || confirmation === confirmationText(venue)) return null;
    return `type ${confirmationText(venue)} to confirm`;
  }

  private isConfirmed(venue: Venue): boolean {
    return this.options.market === 'sim' || this.confirmed.has(venue);
  }
}
