import { domainError, type AccountKey, type DomainError, type InstrumentId, type Result } from '../../domain/index.ts';

/** Something of several legs that holds an instrument. */
export interface Holding {
  /** Id of the whole. */
  readonly id: string;
  /** In words, with its id. */
  readonly by: string;
  /** In words: how a person closes it. */
  readonly closeBy: string;
}

/** An engine whose positions are opened and closed as wholes of several legs. */
export interface InstrumentHolder {
  /** Returns what holds an instrument there; null when nothing does. */
  holdingOf(account: AccountKey, instrumentId: InstrumentId): Holding | null;
  /** Begins to close the whole; once it is being closed nothing changes. Returns the closing order of the instrument, null while none could be sent. */
  closeWhole(
    holding: Holding,
    at: { readonly account: AccountKey; readonly instrumentId: InstrumentId },
    by: string,
  ): Promise<Result<string | null, DomainError>>;
}

/** Who holds instruments as parts of something larger: nobody else opens anything there, and what is closed by hand is closed whole. */
export class InstrumentHolders {
  private readonly holders: InstrumentHolder[] = [];

  add(holder: InstrumentHolder): void {
    this.holders.push(holder);
  }

  find(
    account: AccountKey,
    instrumentId: InstrumentId,
  ): { readonly holder: InstrumentHolder; readonly holding: Holding } | null {
    for (const holder of this.holders) {
      const holding = holder.holdingOf(account, instrumentId);
      if (holding !== null) return { holder, holding };
    }
    return null;
  }

  /** Returns RISK_INSTRUMENT_IN_USE naming the holder and how it is closed; null where nobody holds it. */
  refusalOf(account: AccountKey, instrumentId: InstrumentId): DomainError | null {
    const holding = this.find(account, instrumentId)?.holding;
    if (holding === undefined) return null;
    const detail = `${instrumentId} on ${account} is held by ${holding.by}; close it by ${holding.closeBy}`;
    return domainError('RISK_INSTRUMENT_IN_USE', detail, { outcome: 'not-sent' });
  }
}
