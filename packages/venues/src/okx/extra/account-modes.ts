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
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import { buildAccountConfig } from '../rest/account.ts';
import type { SpotTdMode } from '../rest/trading-spot.ts';
import { parseAccountConfig, type OkxAccountConfig } from './parse-account.ts';
import type { OkxPrivateRest } from './private-rest.ts';
import type { PrivateRowReader } from './private-row-reader.ts';

export interface AccountModesOptions {
  readonly rest: OkxPrivateRest;
  readonly reader: PrivateRowReader;
  readonly clock: Clock;
  /** Margin mode of swaps until one is chosen or held. */
  readonly fallback: MarginMode;
}

/** An order waits this long for the account's set-up where it was never read, then goes out without it. */
const CONFIG_WAIT_MS = 1_000;

/** From this account level on spot trades on margin: multi-currency and portfolio. */
const LEVEL_MULTI_CURRENCY = 3;

/**
 * What decides `tdMode` of an order: the account's level, and the margin mode of each swap. OKX keeps no margin mode of an instrument:
 * every order says it, so a choice is remembered here and an open position overrules it.
 */
export class AccountModes {
  private readonly options: AccountModesOptions;
  private readonly chosen = new Map<string, MarginMode>();
  private readonly held = new Map<string, MarginMode>();
  private config: OkxAccountConfig | null = null;
  private reading: Promise<Result<OkxAccountConfig, DomainError>> | null = null;

  constructor(options: AccountModesOptions) {
    this.options = options;
  }

  /** Reads the account's set-up anew; calls at the same time share one request. */
  refresh(): Promise<Result<OkxAccountConfig, DomainError>> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  /** Like `spotTdMode`, of what is known already; null while nothing is. */
  get spotTdModeNow(): SpotTdMode | null {
    return this.config === null ? null : spotTdModeOf(this.config);
  }

  /** True once the account is known to trade swaps without a position side; false may only mean that it is not known. */
  get isNetMode(): boolean {
    return this.config?.positionMode === 'one-way';
  }

  /** Returns how spot orders are written; as in spot mode while the account's level is unknown. */
  async spotTdMode(): Promise<SpotTdMode> {
    return spotTdModeOf(await this.known());
  }

  /**
   * Makes sure that swaps can be traded without a position side.
   *
   * @errors POSITION_MODE_MISMATCH (`not-sent`) in hedge mode. While the mode is unknown the venue is left to judge.
   */
  async ensureNetMode(): Promise<Result<null, DomainError>> {
    const config = await this.known();
    if (config === null || config.positionMode === 'one-way') return ok(null);
    const again = await this.withPatience(this.refresh());
    if (again === null || !again.ok || again.value.positionMode === 'one-way') return ok(null);
    const detail = 'the account is in hedge mode; switch it to net mode';
    return err(domainError('POSITION_MODE_MISMATCH', detail, { outcome: 'not-sent' }));
  }

  /** Returns the margin mode that an order of this swap takes. */
  marginMode(instrument: Instrument): MarginMode {
    return this.held.get(instrument.id) ?? this.chosen.get(instrument.id) ?? this.options.fallback;
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
    const read = await this.withPatience(this.refresh());
    return read !== null && read.ok ? read.value : null;
  }

  /** Returns what came in time; null when nothing did. */
  private async withPatience<T>(coming: Promise<T>): Promise<T | null> {
    let timer: TimerHandle | null = null;
    const late = new Promise<null>((resolve) => {
      timer = this.options.clock.after(CONFIG_WAIT_MS, () => resolve(null));
    });
    const first = await Promise.race([coming, late]);
    (timer as TimerHandle | null)?.cancel();
    return first;
  }

  private async read(): Promise<Result<OkxAccountConfig, DomainError>> {
    const call = buildAccountConfig();
    const row = await this.options.rest.row(call);
    if (!row.ok) return row;
    const config = this.options.reader.one(call.path, row.value, parseAccountConfig);
    if (config.ok) this.config = config.value;
    return config;
  }
}

function spotTdModeOf(config: OkxAccountConfig | null): SpotTdMode {
  return config !== null && config.level >= LEVEL_MULTI_CURRENCY ? 'cross' : 'cash';
}
