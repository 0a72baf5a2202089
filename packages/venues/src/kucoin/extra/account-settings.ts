import {
  domainError,
  err,
  ok,
  type DomainError,
  type Instrument,
  type InstrumentModes,
  type KeyReport,
  type MarginMode,
  type PositionMode,
  type Result,
} from '@riptide/core/domain';
import { recordOf, type RequestPurpose } from '../../kit/index.ts';
import { marginModeOf } from '../enums.ts';
import {
  buildGetAccountMode,
  buildGetApikeyInfo,
  buildGetCrossMarginLeverage,
  buildGetMarginMode,
  buildGetPositionDetails,
  buildGetPositionMode,
  buildModifyCrossMarginLeverage,
  buildSwitchMarginMode,
  buildSwitchPositionMode,
} from '../rest/account.ts';
import { readIsUnified, readKey, readLeverage, readPosition, readPositionMode } from './parse-account.ts';
import type { PrivateApi } from './private-api.ts';
import { malformed } from './read-rows.ts';

/**
 * Margin modes, leverage and position mode. Orders must name the symbol's margin mode, so it is kept once read. Isolated leverage
 * goes with each order and is no setting at the venue: it is remembered here.
 */
export class AccountSettings {
  private readonly api: PrivateApi;
  private readonly marginModes = new Map<string, MarginMode>();
  private readonly isolatedLeverage = new Map<string, number>();

  constructor(api: PrivateApi) {
    this.api = api;
  }

  /** Takes over a mode the stream told. */
  noteMarginMode(wireSymbol: string, mode: MarginMode): void {
    this.marginModes.set(wireSymbol, mode);
  }

  /** Forgets a mode that the venue contradicted. */
  forgetMarginMode(wireSymbol: string): void {
    this.marginModes.delete(wireSymbol);
  }

  /** Forgets every mode: the stream that tells changes was down. */
  forgetAll(): void {
    this.marginModes.clear();
  }

  /** Returns the margin mode of a contract where it is known. */
  knownMarginMode(instrument: Instrument): MarginMode | null {
    return this.marginModes.get(instrument.wireSymbol) ?? null;
  }

  /** Returns the margin mode of a contract, asked for once; `purpose` is that of the call which waits for it. */
  async marginMode(instrument: Instrument, purpose: RequestPurpose): Promise<Result<MarginMode, DomainError>> {
    const known = this.marginModes.get(instrument.wireSymbol);
    if (known !== undefined) return ok(known);
    const data = await this.api.send(buildGetMarginMode(instrument.wireSymbol), purpose);
    if (!data.ok) return data;
    const mode = marginModeOf(recordOf(data.value)?.['marginMode']);
    if (mode === null) return malformed(`symbol=${instrument.wireSymbol} no margin mode`);
    this.marginModes.set(instrument.wireSymbol, mode);
    return ok(mode);
  }

  /** Reads all three; isolated leverage is that of the open position, else what was set here, else NaN. */
  async readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    this.forgetMarginMode(instrument.wireSymbol);
    const marginMode = await this.marginMode(instrument, 'read');
    if (!marginMode.ok) return marginMode;
    const positionMode = await this.positionMode();
    if (!positionMode.ok) return positionMode;
    const leverage = await this.leverage(instrument, marginMode.value);
    if (!leverage.ok) return leverage;
    return ok({
      instrumentId: instrument.id,
      positionMode: positionMode.value,
      marginMode: marginMode.value,
      leverage: leverage.value,
    });
  }

  /** Sets cross leverage at the venue; remembers isolated leverage for the orders to come. */
  async setLeverage(
    instrument: Instrument,
    leverage: number,
    marginMode: MarginMode,
  ): Promise<Result<null, DomainError>> {
    if (marginMode === 'isolated') {
      this.isolatedLeverage.set(instrument.wireSymbol, leverage);
      return ok(null);
    }
    const data = await this.api.send(buildModifyCrossMarginLeverage(instrument.wireSymbol, leverage), 'new-risk');
    return data.ok ? ok(null) : data;
  }

  /** Sets the margin mode of a contract; the venue refuses even the mode in force while orders or positions exist. */
  async setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>> {
    this.forgetMarginMode(instrument.wireSymbol);
    const current = await this.marginMode(instrument, 'read');
    if (!current.ok) return current;
    if (current.value !== mode) {
      const data = await this.api.send(buildSwitchMarginMode(instrument.wireSymbol, mode), 'new-risk');
      if (!data.ok) {
        this.forgetMarginMode(instrument.wireSymbol);
        return data;
      }
      this.marginModes.set(instrument.wireSymbol, mode);
    }
    if (mode === 'isolated') this.isolatedLeverage.set(instrument.wireSymbol, leverage);
    return ok(null);
  }

  /** Returns the leverage to send with an order that names none. */
  rememberedLeverage(instrument: Instrument): number | null {
    return this.isolatedLeverage.get(instrument.wireSymbol) ?? null;
  }

  async setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    const current = await this.positionMode();
    if (!current.ok) return current;
    if (current.value === mode) return ok(null);
    const data = await this.api.send(buildSwitchPositionMode(mode), 'new-risk');
    return data.ok ? ok(null) : data;
  }

  /** Asks what the key may do. A unified account is told as unable to trade: the classic calls don't serve it. */
  async probeKey(): Promise<Result<KeyReport, DomainError>> {
    const data = await this.api.send(buildGetApikeyInfo(), 'read');
    if (!data.ok) return data;
    const key = readKey(data.value);
    if (key === null) return malformed('key has no permissions');
    const account = await this.api.send(buildGetAccountMode(), 'read');
    // The account mode is told by newer parts of the API only; where it can't be had it stays unknown.
    const isUnified = account.ok ? readIsUnified(account.value) : null;
    const positionMode = key.futuresOk && isUnified !== true ? await this.positionMode() : null;
    const notes = [key.detail, accountText(isUnified, account.ok ? null : account.error)];
    if (positionMode?.ok === false) notes.push(`position mode unknown (${positionMode.error.code})`);
    return ok({
      ...key,
      spotOk: key.spotOk && isUnified !== true,
      futuresOk: key.futuresOk && isUnified !== true,
      positionMode: positionMode?.ok === true ? positionMode.value : null,
      detail: notes.join('; '),
    });
  }

  private async positionMode(): Promise<Result<PositionMode, DomainError>> {
    const data = await this.api.send(buildGetPositionMode(), 'read');
    if (!data.ok) return data;
    const mode = readPositionMode(data.value);
    return mode === null ? malformed('no position mode') : ok(mode);
  }

  private async leverage(instrument: Instrument, mode: MarginMode): Promise<Result<number, DomainError>> {
    const { wireSymbol } = instrument;
    const call = mode === 'cross' ? buildGetCrossMarginLeverage(wireSymbol) : buildGetPositionDetails(wireSymbol);
    const data = await this.api.send(call, 'read');
    if (!data.ok) return data;
    if (mode === 'cross') {
      const leverage = readLeverage(data.value);
      return leverage === null ? malformed(`symbol=${wireSymbol} no leverage`) : ok(leverage);
    }
    const row = recordOf(data.value);
    const position = row === null ? null : readPosition(row, instrument);
    const isOpen = position !== null && position.qtyBase !== '0';
    return ok((isOpen ? position.leverage : null) ?? this.isolatedLeverage.get(wireSymbol) ?? Number.NaN);
  }
}

function accountText(isUnified: boolean | null, error: DomainError | null): string {
  if (isUnified === true) return 'unified account: KuCoin serves it by another API than this product speaks';
  if (isUnified === false) return 'classic account';
  return error === null ? 'account mode unknown' : `account mode unknown (${error.code})`;
}

/** Builds the refusal of a call that makes no sense for the instrument. */
export function notForSpot(instrument: Instrument): Result<never, DomainError> {
  return err(domainError('INPUT_INVALID', `symbol=${instrument.wireSymbol} is no perpetual`, { outcome: 'not-sent' }));
}
