import type { Instrument, MarginMode, PositionMode } from '@riptide/core/domain';
import { changeCall, readCall, type OkxCall } from '../extra/call.ts';
import { instTypeOf } from '../enums.ts';
import { OKX_PRIVATE_LIMITS } from '../limits.ts';

/** Builds `GET /api/v5/account/config`: account mode, position mode, permissions of the key. */
export function buildAccountConfig(): OkxCall {
  return readCall('config', '/account/config', {});
}

/** Builds `GET /api/v5/account/balance` of every currency. */
export function buildAccountBalance(): OkxCall {
  return readCall('balance', '/account/balance', {});
}

/** Builds `GET /api/v5/account/positions` of all swaps, or of one instrument. */
export function buildAccountPositions(instId?: string): OkxCall {
  return readCall('positions', '/account/positions', { instType: 'SWAP', instId });
}

/** Builds `GET /api/v5/account/leverage-info`. */
export function buildLeverageInfo(instId: string, mgnMode: MarginMode): OkxCall {
  return readCall('leverageInfo', '/account/leverage-info', { instId, mgnMode });
}

/** Builds `POST /api/v5/account/set-leverage`. */
export function buildSetLeverage(instId: string, leverage: number, mgnMode: MarginMode): OkxCall {
  return changeCall({ pool: 'setLeverage', purpose: 'new-risk', instId: null }, '/account/set-leverage', {
    instId,
    lever: String(leverage),
    mgnMode,
  });
}

/** Builds `POST /api/v5/account/set-position-mode`. */
export function buildSetPositionMode(mode: PositionMode): OkxCall {
  return changeCall({ pool: 'positionMode', purpose: 'new-risk', instId: null }, '/account/set-position-mode', {
    posMode: mode === 'one-way' ? 'net_mode' : 'long_short_mode',
  });
}

/**
 * Builds `GET /api/v5/account/trade-fee`. QUIRK(okx): spot is asked by instrument, swaps by family, which is the name without `-SWAP`.
 */
export function buildTradeFee(instrument: Pick<Instrument, 'kind' | 'wireSymbol'>): OkxCall {
  const instType = instTypeOf(instrument.kind);
  const name = instrument.wireSymbol;
  const of = instrument.kind === 'spot' ? { instId: name } : { instFamily: name.replace(/-SWAP$/, '') };
  return readCall('tradeFee', '/account/trade-fee', { instType, ...of });
}

/** Builds `GET /api/v5/public/instruments` of one instrument: its fee group stands there. */
export function buildInstrument(instrument: Pick<Instrument, 'kind' | 'wireSymbol'>): OkxCall {
  const params = { instType: instTypeOf(instrument.kind), instId: instrument.wireSymbol };
  return readCall('instruments', '/public/instruments', params);
}

/** Builds `GET /api/v5/public/time`. */
export function buildTime(): OkxCall {
  return readCall('time', '/public/time', {});
}

export interface BillsQuery {
  /** OKX's number of a kind of bill. */
  readonly type: string;
  readonly sinceMs: number;
  /** `billId` of the oldest row of the page before. */
  readonly after?: string | undefined;
  /** Asks the endpoint that reaches back three months. */
  readonly isArchive: boolean;
}

/** Builds one page of `GET /api/v5/account/bills` (seven days) or `bills-archive` (three months); newest first. */
export function buildBills(query: BillsQuery): OkxCall {
  const path = query.isArchive ? '/account/bills-archive' : '/account/bills';
  return readCall(query.isArchive ? 'billsArchive' : 'bills', path, {
    type: query.type,
    begin: String(query.sinceMs),
    after: query.after,
    limit: String(OKX_PRIVATE_LIMITS.pageRows),
  });
}
