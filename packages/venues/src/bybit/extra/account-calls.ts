import {
  domainError,
  err,
  ok,
  type BalanceReport,
  type DomainError,
  type FeeRates,
  type Income,
  type Instrument,
  type InstrumentModes,
  type KeyReport,
  type MarginMode,
  type PositionMode,
  type PositionReport,
  type Result,
} from '@riptide/core/domain';
import type { Log } from '@riptide/core/kernel';
import { listOf, numberOf, type JsonRecord } from '../../kit/index.ts';
import { fromWireMarginMode } from '../enums.ts';
import {
  buildAccountInfo,
  buildFeeRate,
  buildQueryApi,
  buildSetMarginMode,
  buildTransactionLog,
  buildWalletBalance,
} from '../rest/account.ts';
import { readFeeRate, readKey, readPosition, readTransaction, readWallet } from './parse-account.ts';
import { buildInstrumentPosition, buildPositions, buildSetLeverage, buildSwitchMode } from '../rest/trading-futures.ts';
import { historySpans } from './history-spans.ts';
import type { InstrumentBook } from './instrument-book.ts';
import type { RowTally } from './row-tally.ts';
import type { SignedRest } from './signed-rest.ts';
import { notSent } from './wire-amounts.ts';

export interface AccountCallsOptions {
  readonly rest: SignedRest;
  readonly book: InstrumentBook;
  readonly tally: RowTally;
  readonly log: Log;
  /** Venue time, ms. */
  readonly venueNowMs: () => number;
}

/** Asked about when no instrument is known yet: every account has its mode. */
const ANY_PERP = { wireSymbol: 'BTCUSDT' };
/** Only contracts settled in USDT know hedge mode. */
const HEDGEABLE_COIN = 'USDT';

/** What the account holds and how it is set up. */
export class AccountCalls {
  private readonly options: AccountCallsOptions;
  private knownMarginMode: MarginMode | null = null;

  constructor(options: AccountCallsOptions) {
    this.options = options;
  }

  /** Of the whole account, as last read; null while unknown. */
  get marginMode(): MarginMode | null {
    return this.knownMarginMode;
  }

  /** Returns what is open; the margin mode is null where it could not be read. */
  async positions(): Promise<Result<readonly PositionReport[], DomainError>> {
    const { rest, book, tally, log, venueNowMs } = this.options;
    const mode = this.knownMarginMode === null ? await this.readMarginMode() : ok(this.knownMarginMode);
    // WHY: what is open matters more than how it is margined.
    if (!mode.ok) log.warn('margin mode unknown', { venue: 'BYBIT', code: mode.error.code });
    const found: PositionReport[] = [];
    for (const coin of book.settleCoins) {
      const rows = await rest.sendPaged((cursor) => buildPositions(coin, cursor));
      if (!rows.ok) return rows;
      const context = { category: 'linear', marginMode: this.knownMarginMode, atMs: venueNowMs() };
      found.push(...tally.collect(rows.value, (row) => readPosition(row, book, context)));
    }
    return ok(found.filter((one) => one.qtyBase !== '0'));
  }

  async balances(): Promise<Result<readonly BalanceReport[], DomainError>> {
    const page = await this.options.rest.sendList(buildWalletBalance());
    return page.ok ? ok(this.walletOf(page.value.rows, page.value.atMs)) : page;
  }

  /** Reads the coins of wallet rows, of an answer or of the stream. */
  walletOf(accounts: readonly JsonRecord[], venueMs: number): readonly BalanceReport[] {
    const { tally } = this.options;
    return accounts.flatMap((account) =>
      readWallet(account, venueMs).filter((one): one is BalanceReport => {
        if (typeof one !== 'string') return true;
        tally.count(one, { coin: 'a coin' });
        return false;
      }),
    );
  }

  /** Returns what moved money since `sinceMs`, oldest first. */
  async income(sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    const { rest, book, tally, venueNowMs } = this.options;
    const spans = historySpans(sinceMs, venueNowMs());
    if (!spans.ok) return spans;
    const found: Income[] = [];
    for (const { startMs, endMs } of spans.value) {
      const rows = await rest.sendPaged((cursor) => buildTransactionLog(startMs, endMs, cursor));
      if (!rows.ok) return rows;
      found.push(...tally.collect(rows.value, (row) => readTransaction(row, book)).toReversed());
    }
    return ok(found);
  }

  async feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>> {
    const page = await this.options.rest.sendList(buildFeeRate(instrument));
    if (!page.ok) return page;
    const { rows } = page.value;
    const rates = readFeeRate(rows.find((row) => row['symbol'] === instrument.wireSymbol) ?? rows[0]);
    return rates === null ? err(malformed('fee-rate')) : ok(rates);
  }

  async readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    if (instrument.kind !== 'perp') return err(notSent('INPUT_INVALID', `kind=${instrument.kind} has no modes`));
    const marginMode = await this.readMarginMode();
    if (!marginMode.ok) return marginMode;
    const page = await this.options.rest.sendList(buildInstrumentPosition(instrument));
    if (!page.ok) return page;
    const { rows } = page.value;
    const leverage = numberOf(rows[0]?.['leverage']);
    if (!(leverage > 0)) return err(malformed('position/list without leverage'));
    const positionMode = positionModeOf(rows);
    return ok({ instrumentId: instrument.id, positionMode, marginMode: marginMode.value, leverage });
  }

  async setLeverage(instrument: Instrument, leverage: number): Promise<Result<null, DomainError>> {
    return done(await this.options.rest.send(buildSetLeverage(instrument, leverage)));
  }

  /**
   * Sets the mode of the whole account.
   * QUIRK(bybit): there is none per instrument; a refusal may come with the reasons only.
   */
  async setMarginMode(mode: MarginMode): Promise<Result<null, DomainError>> {
    const answer = await this.options.rest.send(buildSetMarginMode(mode));
    if (!answer.ok) return answer;
    const reasons = listOf(answer.value.result['reasons']) ?? [];
    if (reasons.length > 0) {
      return err(domainError('MARGIN_MODE_LOCKED', `reasons=${JSON.stringify(reasons).slice(0, REASONS_MAX)}`));
    }
    this.knownMarginMode = mode;
    return ok(null);
  }

  async setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    return done(await this.options.rest.send(buildSwitchMode(HEDGEABLE_COIN, mode)));
  }

  async probeKey(): Promise<Result<KeyReport, DomainError>> {
    const { rest, log } = this.options;
    const answer = await rest.send(buildQueryApi());
    if (!answer.ok) return answer;
    const page = await rest.sendList(buildInstrumentPosition(ANY_PERP));
    if (!page.ok) log.warn('position mode unknown', { venue: 'BYBIT', code: page.error.code });
    const positionMode = page.ok && page.value.rows.length > 0 ? positionModeOf(page.value.rows) : null;
    const report = readKey(answer.value.result, positionMode);
    return report === null ? err(malformed('query-api')) : ok(report);
  }

  private async readMarginMode(): Promise<Result<MarginMode, DomainError>> {
    const answer = await this.options.rest.send(buildAccountInfo());
    if (!answer.ok) return answer;
    const mode = fromWireMarginMode(answer.value.result['marginMode']);
    if (mode === null) return err(malformed('account/info without a margin mode'));
    this.knownMarginMode = mode;
    return ok(mode);
  }
}

const REASONS_MAX = 300;

function done(answer: Result<unknown, DomainError>): Result<null, DomainError> {
  return answer.ok ? ok(null) : answer;
}

/** Rows of the two sides stand for hedge mode. */
function positionModeOf(rows: readonly JsonRecord[]): PositionMode {
  return rows.some((row) => numberOf(row['positionIdx']) > 0) ? 'hedge' : 'one-way';
}

function malformed(what: string): DomainError {
  return domainError('VENUE_ANSWER_MALFORMED', what, { outcome: 'unknown' });
}
