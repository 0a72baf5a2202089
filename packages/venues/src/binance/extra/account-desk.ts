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
import { accountIdOf, recordOf, type RequestPurpose } from '../../kit/index.ts';
import * as account from '../rest/account.ts';
import { buildCountdownCancelAll } from '../rest/trading-futures.ts';
import type { BinanceCall } from './binance-call.ts';
import type { DeskOptions } from './order-desk.ts';
import * as parse from './parse-account.ts';
import { readRows } from './private-reading.ts';

type Answer<T> = Promise<Result<T, DomainError>>;

/** Pages of income read at most: 20,000 entries. */
const INCOME_PAGES_MAX = 20;

/** What the account holds and how it is set up. */
export class AccountDesk {
  private readonly options: DeskOptions;
  /** False where the target has no wallet calls. */
  private readonly hasKeyCall: boolean;

  constructor(options: DeskOptions, hasKeyCall: boolean) {
    this.options = options;
    this.hasKeyCall = hasKeyCall;
  }

  async positions(): Answer<readonly PositionReport[]> {
    const [risk, config] = await Promise.all([
      this.send(account.buildPositionRisk()),
      this.send(account.buildSymbolConfig()),
    ]);
    if (!risk.ok) return risk;
    // Positions without their leverage are better than none.
    if (!config.ok) this.options.log.warn('leverage of positions not read', { code: config.error.code });
    const setups = config.ok ? (readRows(config.value, parse.parseSymbolSetup)?.rows ?? []) : [];
    const bySymbol = new Map(setups.map((one) => [one.wireSymbol, one]));
    const find = this.options.instruments.finder('usdm');
    const reading = readRows(risk.value, (row) => parse.parsePositionRow(row, find, bySymbol));
    return reading === null ? malformed('positionRisk') : ok(reading.rows.filter((row) => row.qtyBase !== '0'));
  }

  async balances(): Answer<readonly BalanceReport[]> {
    const [spot, futures] = await Promise.all([this.send(account.buildSpotAccount(true)), this.futuresBalances()]);
    if (!spot.ok) return spot;
    if (!futures.ok) return futures;
    const rows = parse.parseSpotBalances(spot.value, this.options.nowMs());
    return rows === null ? malformed('account') : ok([...rows, ...futures.value]);
  }

  async futuresBalances(): Answer<readonly BalanceReport[]> {
    const answer = await this.send(account.buildFuturesBalance());
    if (!answer.ok) return answer;
    const rows = parse.parseFuturesBalances(answer.value, this.options.nowMs());
    return rows === null ? malformed('balance') : ok(rows);
  }

  async income(sinceMs: number): Answer<readonly Income[]> {
    const find = this.options.instruments.finder('usdm');
    const incomes: Income[] = [];
    for (let page = 1; page <= INCOME_PAGES_MAX; page += 1) {
      const answer = await this.send(account.buildIncome({ startTime: sinceMs, page }));
      if (!answer.ok) return answer;
      const reading = readRows(answer.value, (row) => parse.parseIncomeRow(row, find));
      if (reading === null) return malformed('income');
      incomes.push(...reading.rows);
      if (reading.rows.length + reading.unlisted < account.INCOME_PER_REQUEST) {
        return ok(incomes.toSorted((a, b) => a.venueMs - b.venueMs));
      }
    }
    return malformed(`income beyond ${INCOME_PAGES_MAX} pages`);
  }

  async feeRates(instrument: Instrument): Answer<FeeRates> {
    const isSpot = instrument.kind === 'spot';
    const { wireSymbol } = instrument;
    const answer = await this.send(
      isSpot ? account.buildSpotCommission(wireSymbol) : account.buildCommissionRate(wireSymbol),
    );
    if (!answer.ok) return answer;
    const rates = isSpot ? parse.parseSpotFeeRates(answer.value) : parse.parseFuturesFeeRates(answer.value);
    return rates === null ? malformed('commission') : ok(rates);
  }

  async readModes(instrument: Instrument): Answer<InstrumentModes> {
    if (instrument.kind === 'spot') return noPositions(instrument);
    const [config, symbol] = await Promise.all([
      this.send(account.buildAccountConfig()),
      this.send(account.buildSymbolConfig(instrument.wireSymbol)),
    ]);
    if (!config.ok) return config;
    if (!symbol.ok) return symbol;
    const positionMode = parse.parsePositionMode(config.value);
    const setup = readRows(symbol.value, parse.parseSymbolSetup)?.rows.find(
      (one) => one.wireSymbol === instrument.wireSymbol,
    );
    if (positionMode === null || setup === undefined) return malformed('accountConfig or symbolConfig');
    const { marginMode, leverage } = setup;
    return ok({ instrumentId: instrument.id, positionMode, marginMode, leverage });
  }

  setLeverage(instrument: Instrument, leverage: number): Answer<null> {
    if (instrument.kind === 'spot') return Promise.resolve(noPositions(instrument));
    if (!Number.isInteger(leverage) || leverage < 1) {
      const refusal = domainError('LEVERAGE_NOT_ALLOWED', `leverage=${leverage}`, { outcome: 'not-sent' });
      return Promise.resolve(err(refusal));
    }
    return this.change(account.buildChangeLeverage(instrument.wireSymbol, leverage));
  }

  setMarginMode(instrument: Instrument, mode: MarginMode): Answer<null> {
    if (instrument.kind === 'spot') return Promise.resolve(noPositions(instrument));
    return this.change(account.buildChangeMarginType(instrument.wireSymbol, mode));
  }

  setPositionMode(mode: PositionMode): Answer<null> {
    return this.change(account.buildChangePositionMode(mode));
  }

  async probeKey(): Answer<KeyReport> {
    return this.hasKeyCall ? this.probeRestrictions() : this.probeByUse();
  }

  async armDeadMan(timeoutMs: number, instruments: readonly Instrument[]): Answer<null> {
    const perps = instruments.filter((one) => one.kind === 'perp');
    const answers = await Promise.all(
      perps.map((one) => this.send(buildCountdownCancelAll(one.wireSymbol, timeoutMs), 'reduce-risk')),
    );
    return answers.find((one) => !one.ok) ?? ok(null);
  }

  private async probeRestrictions(): Answer<KeyReport> {
    const answer = await this.send(account.buildApiRestrictions());
    if (!answer.ok) return answer;
    const report = parse.parseApiRestrictions(answer.value);
    if (report === null) return malformed('apiRestrictions');
    const [config, spot] = await Promise.all([
      report.futuresOk ? this.send(account.buildAccountConfig()) : null,
      this.send(account.buildSpotAccount(true)),
    ]);
    if (!spot.ok) return spot;
    const positionMode = config?.ok === true ? parse.parsePositionMode(config.value) : null;
    return ok({ ...report, accountId: accountIdOf(recordOf(spot.value)?.['uid']), positionMode });
  }

  /** Test networks tell nothing of a key: what works is what it may do. */
  private async probeByUse(): Answer<KeyReport> {
    const [spot, futures] = await Promise.all([
      this.send(account.buildSpotAccount(true)),
      this.send(account.buildAccountConfig()),
    ]);
    if (!spot.ok && !futures.ok) return spot;
    const canTrade = futures.ok && recordOf(futures.value)?.['canTrade'] === true;
    return ok({
      venue: 'BINANCE',
      accountId: spot.ok ? accountIdOf(recordOf(spot.value)?.['uid']) : null,
      spotOk: spot.ok && recordOf(spot.value)?.['canTrade'] === true,
      futuresOk: canTrade,
      canWithdraw: null,
      isReadOnly: null,
      isIpRestricted: null,
      expiresMs: null,
      positionMode: futures.ok ? parse.parsePositionMode(futures.value) : null,
      detail: 'The test network does not say what a key may do; these are the account calls that work with it.',
    });
  }

  private async change(call: BinanceCall): Answer<null> {
    const answer = await this.send(call, 'new-risk');
    return answer.ok ? ok(null) : answer;
  }

  private send(call: BinanceCall, purpose: RequestPurpose = 'read'): Answer<unknown> {
    return this.options.calls.send(call, purpose);
  }
}

function noPositions(instrument: Instrument): Result<never, DomainError> {
  return err(domainError('INPUT_INVALID', `instrument=${instrument.id} has no positions`, { outcome: 'not-sent' }));
}

function malformed(what: string): Result<never, DomainError> {
  return err(domainError('VENUE_ANSWER_MALFORMED', what, { outcome: 'unknown' }));
}
