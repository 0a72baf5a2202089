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
  type MarginMode,
  type PositionMode,
  type PositionReport,
  type Result,
} from '@riptide/core/domain';
import { isRecord, numberOrNull } from '../../kit/index.ts';
import { OKX_PRIVATE_LIMITS } from '../limits.ts';
import {
  buildAccountBalance,
  buildAccountPositions,
  buildBills,
  buildInstrument,
  buildLeverageInfo,
  buildSetLeverage,
  buildSetPositionMode,
  buildTradeFee,
} from '../rest/account.ts';
import { parsePosition, textOf } from '../rest/parse-private.ts';
import type { AccountModes } from './account-modes.ts';
import { OKX_BILL_KINDS, parseBalances, parseBill, parseFeeGroups } from './parse-account.ts';
import { malformed, type OkxPrivateRest } from './private-rest.ts';
import type { PrivateRowReader } from './private-row-reader.ts';

export interface AccountDeskOptions {
  readonly rest: OkxPrivateRest;
  readonly reader: PrivateRowReader;
  readonly modes: AccountModes;
}

/** Account data and settings. */
export class AccountDesk {
  private readonly options: AccountDeskOptions;
  /** Fee group by instrument; groups change with announcements only. */
  private readonly feeGroups = new Map<string, string>();

  constructor(options: AccountDeskOptions) {
    this.options = options;
  }

  async positions(): Promise<Result<readonly PositionReport[], DomainError>> {
    const read = await this.readPositions();
    return read.ok ? ok(read.value.filter((one) => one.qtyBase !== '0')) : read;
  }

  async balances(): Promise<Result<readonly BalanceReport[], DomainError>> {
    const call = buildAccountBalance();
    const row = await this.options.rest.row(call);
    return row.ok ? this.options.reader.one(call.path, row.value, parseBalances) : row;
  }

  /** Asks for each kind of bill by itself: trades would outnumber them. */
  async income(sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    const all: Income[] = [];
    for (const type of Object.keys(OKX_BILL_KINDS)) {
      const bills = await this.bills(type, sinceMs);
      if (!bills.ok) return bills;
      all.push(...bills.value);
    }
    return ok(all.toSorted((a, b) => a.venueMs - b.venueMs));
  }

  /** Returns the bills of one type, oldest first. */
  async bills(type: string, sinceMs: number): Promise<Result<readonly Income[], DomainError>> {
    const { rest, reader } = this.options;
    const isArchive = rest.offset.venueMs() - sinceMs > OKX_PRIVATE_LIMITS.billsReachMs;
    const rows = await rest.pages((after) => buildBills({ type, sinceMs, after, isArchive }), 'billId');
    if (!rows.ok) return rows;
    const bills = reader.list('account/bills', rows.value.toReversed(), parseBill);
    return bills.ok ? ok(bills.value.filter((bill) => bill !== null)) : bills;
  }

  async feeRates(instrument: Instrument): Promise<Result<FeeRates, DomainError>> {
    const { rest, reader } = this.options;
    const call = buildTradeFee(instrument);
    const row = await rest.row(call);
    if (!row.ok) return row;
    const groups = reader.one(call.path, row.value, parseFeeGroups);
    if (!groups.ok) return groups;
    const [only] = groups.value.values();
    if (groups.value.size === 1 && only !== undefined) return ok(only);
    const group = await this.feeGroup(instrument);
    if (!group.ok) return group;
    const rates = groups.value.get(group.value);
    return rates === undefined ? err(malformed(call.path, `no fee group ${group.value}`)) : ok(rates);
  }

  async readModes(instrument: Instrument): Promise<Result<InstrumentModes, DomainError>> {
    const refused = needPerp(instrument);
    if (refused !== null) return err(refused);
    const config = await this.options.modes.refresh();
    if (!config.ok) return config;
    const held = await this.readPositions(instrument);
    if (!held.ok) return held;
    const marginMode = this.options.modes.marginMode(instrument);
    const call = buildLeverageInfo(instrument.wireSymbol, marginMode);
    const row = await this.options.rest.row(call);
    if (!row.ok) return row;
    const leverage = isRecord(row.value) ? numberOrNull(row.value['lever']) : null;
    if (leverage === null) return err(malformed(call.path, 'no leverage'));
    return ok({ instrumentId: instrument.id, positionMode: config.value.positionMode, marginMode, leverage });
  }

  async setLeverage(
    instrument: Instrument,
    leverage: number,
    marginMode: MarginMode,
  ): Promise<Result<null, DomainError>> {
    const refused = needPerp(instrument);
    if (refused !== null) return err(refused);
    const rows = await this.options.rest.rows(buildSetLeverage(instrument.wireSymbol, leverage, marginMode));
    if (!rows.ok) return rows;
    this.options.modes.choose(instrument, marginMode);
    return ok(null);
  }

  /**
   * Chooses the mode that orders of a swap carry from now on.
   *
   * @errors MARGIN_MODE_LOCKED while a position is open in the other mode: OKX would open a second one beside it.
   */
  async setMarginMode(instrument: Instrument, mode: MarginMode, leverage: number): Promise<Result<null, DomainError>> {
    const refused = needPerp(instrument);
    if (refused !== null) return err(refused);
    const held = await this.readPositions(instrument);
    if (!held.ok) return held;
    if (held.value.some((one) => one.qtyBase !== '0' && one.marginMode !== mode)) {
      return err(domainError('MARGIN_MODE_LOCKED', `instrument=${instrument.id} has a position in the other mode`));
    }
    return this.setLeverage(instrument, leverage, mode);
  }

  async setPositionMode(mode: PositionMode): Promise<Result<null, DomainError>> {
    const rows = await this.options.rest.rows(buildSetPositionMode(mode));
    if (!rows.ok) return rows;
    const again = await this.options.modes.refresh();
    return again.ok ? ok(null) : again;
  }

  private async readPositions(instrument?: Instrument): Promise<Result<readonly PositionReport[], DomainError>> {
    const { rest, reader, modes } = this.options;
    const call = buildAccountPositions(instrument?.wireSymbol);
    const rows = await rest.rows(call);
    if (!rows.ok) return rows;
    const positions = reader.list(call.path, rows.value, parsePosition);
    if (positions.ok) for (const one of positions.value) modes.observe(one);
    return positions;
  }

  private async feeGroup(instrument: Instrument): Promise<Result<string, DomainError>> {
    const known = this.feeGroups.get(instrument.id);
    if (known !== undefined) return ok(known);
    const call = buildInstrument(instrument);
    const row = await this.options.rest.row(call);
    if (!row.ok) return row;
    const group = isRecord(row.value) ? textOf(row.value, 'groupId') : '';
    if (group === '') return err(malformed(call.path, 'no fee group'));
    this.feeGroups.set(instrument.id, group);
    return ok(group);
  }
}

function needPerp(instrument: Instrument): DomainError | null {
  if (instrument.kind === 'perp') return null;
  return domainError('INPUT_INVALID', `instrument=${instrument.id} has no margin mode`, { outcome: 'not-sent' });
}
