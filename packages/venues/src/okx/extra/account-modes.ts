import {
  domainError,
  err,
  ok,
  type DomainError,
  type Instrument,
  type MarginMode,
  type PositionReport,
  type Result,
} from '@riptide/core/domain';
import { buildAccountConfig } from '../rest/account.ts';
import type { SpotTdMode } from '../rest/trading-spot.ts';
import { parseAccountConfig, type OkxAccountConfig } from './parse-account.ts';
import type { OkxPrivateRest } from './private-rest.ts';
import type { PrivateRowReader } from './private-row-reader.ts';

/** From this account level on spot trades on margin: multi-currency and portfolio. */
const LEVEL_MULTI_CURRENCY = 3;

/**
 * What decides `tdMode` of an order: the account's level, and the margin mode of each swap. OKX keeps no margin mode of an instrument:
 * every order says it, so a choice is remembered here and an open position overrules it.
 */
export class AccountModes {
  private readonly rest: OkxPrivateRest;
  private readonly reader: PrivateRowReader;
  private readonly fallback: MarginMode;
  private readonly chosen = new Map<string, MarginMode>();
  private readonly held = new Map<string, MarginMode>();
  private config: OkxAccountConfig | null = null;
  private reading: Promise<Result<OkxAccountConfig, DomainError>> | null = null;

  constructor(rest: OkxPrivateRest, reader: PrivateRowReader, fallback: MarginMode) {
    this.rest = rest;
    this.reader = reader;
    this.fallback = fallback;
  }

  /** Reads the account's set-up anew; calls at the same time share one request. */
  refresh(): Promise<Result<OkxAccountConfig, DomainError>> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Returns how spot orders are written; as in spot mode while the account's level is unknown. */
  async spotTdMode(): Promise<SpotTdMode> {
    const config = await this.known();
    return config !== null && config.level >= LEVEL_MULTI_CURRENCY ? 'cross' : 'cash';
  }

  /**
   * Makes sure that swaps can be traded without a position side.
   *
   * @errors POSITION_MODE_MISMATCH (`not-sent`) in hedge mode. While the mode is unknown the venue is left to judge.
   */
  async ensureNetMode(): Promise<Result<null, DomainError>> {
    const config = await this.known();
    if (config === null || config.positionMode === 'one-way') return ok(null);
    const again = await this.refresh();
    if (!again.ok || again.value.positionMode === 'one-way') return ok(null);
    const detail = 'the account is in hedge mode; switch it to net mode';
    return err(domainError('POSITION_MODE_MISMATCH', detail, { outcome: 'not-sent' }));
  }

  /** Returns the margin mode that an order of this swap takes. */
  marginMode(instrument: Instrument): MarginMode {
    return this.held.get(instrument.id) ?? this.chosen.get(instrument.id) ?? this.fallback;
  }

  choose(instrument: Instrument, mode: MarginMode): void {
    this.chosen.set(instrument.id, mode);
  }

  /** Notes the mode of an open position, and forgets that of a closed one. */
  observe(position: PositionReport): void {
    if (position.qtyBase === '0') this.held.delete(position.instrumentId);
    else if (position.marginMode !== null) this.held.set(position.instrumentId, position.marginMode);
  }

  private async known(): Promise<OkxAccountConfig | null> {
    if (this.config !== null) return this.config;
    const read = await this.refresh();
    return read.ok ? read.value : null;
  }

  private async read(): Promise<Result<OkxAccountConfig, DomainError>> {
    const call = buildAccountConfig();
    const row = await this.rest.row(call);
    if (!row.ok) return row;
    const config = this.reader.one(call.path, row.value, parseAccountConfig);
    if (config.ok) this.config = config.value;
    return config;
  }
}
