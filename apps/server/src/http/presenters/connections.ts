import type { z } from 'zod';
import type { ConnectionStatus, testConnection } from '@riptide/contracts';
import { VENUES, type DomainError, type Result, type Venue } from '@riptide/core/domain';
import type { ConnectionDesk, ProbeAnswer } from '../../access/connection-desk.ts';
import type { AccountView, FeeView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { toProblem } from '../to-problem.ts';
import { keyText } from '../../access/key-text.ts';
import { tradingState } from './accounts.ts';
import { venueWords } from './venue-words.ts';
import { engineSilence } from './engine-silence.ts';
import { cents, toNumber } from './money.ts';
import { rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';

type Status = z.input<typeof ConnectionStatus>;
type TestAnswer = z.input<typeof testConnection.response>;

/** What statuses are read from. */
export interface ConnectionSources {
  readonly link: EngineLink;
  readonly connections: ConnectionDesk;
}

/** Returns how keys and private streams of every venue stand. */
export function presentConnections(sources: ConnectionSources): Record<Venue, Status> {
  return Object.fromEntries(VENUES.map((venue) => [venue, presentConnection(sources, venue)])) as Record<Venue, Status>;
}

export function presentConnection({ link, connections }: ConnectionSources, venue: Venue): Status {
  const row = connections.rowOf(venue);
  const account = connections.accountOf(venue);
  const isEnabled = row?.isEnabled ?? tradingState(link)?.disabledVenues.includes(venue) !== true;
  const reason = reasonOf({ link, connections }, venue, isEnabled);
  return {
    enabled: isEnabled,
    api_key_configured: row !== null,
    api_secret_configured: row !== null,
    api_key_masked: row?.masked ?? null,
    connected: reason === null,
    is_connecting: reason !== null && isConnecting({ link, connections }, venue, isEnabled),
    last_test_at: toEpochSecondsOrNull(row?.lastTestMs ?? null),
    hasKeys: row !== null,
    hasFuturesPermission: account?.key?.futuresOk ?? row?.lastTest?.futuresOk ?? null,
    hasSpotPermission: account?.key?.spotOk ?? row?.lastTest?.spotOk ?? null,
    source: row?.source ?? null,
    reason,
    balance_usd: toNumber(cents(account?.equityUsd ?? null)),
    scopes: row?.scopes ?? null,
    key: account === null ? null : keyFactsOf(account),
  };
}

function keyFactsOf({ key, fees }: AccountView): NonNullable<Status['key']> | null {
  if (key === null) return null;
  const rates = (view: FeeView | null) =>
    view === null ? null : { maker_bps: rounded(view.makerBps, 4), taker_bps: rounded(view.takerBps, 4) };
  return {
    can_withdraw: key.canWithdraw,
    read_only: key.isReadOnly,
    ip_restricted: key.isIpRestricted,
    expires_at: toEpochSecondsOrNull(key.expiresMs),
    position_mode: key.positionMode,
    fees: { spot: rates(fees.spot), perp: rates(fees.perp) },
  };
}

function reasonOf({ link, connections }: ConnectionSources, venue: Venue, isEnabled: boolean): string | null {
  if (!isEnabled) return 'Disabled';
  if (connections.rowOf(venue) === null) return 'No API keys saved';
  if (!connections.isReadable(venue)) return 'The saved key was sealed with another master key: enter it again';
  const silence = engineSilence(link);
  if (silence !== null) return silence;
  const account = connections.accountOf(venue);
  if (account === null || account.keyCheck === 'checking') return 'Checking the keys';
  if (account.keyCheck === 'failed') return keyText(account.lastErrorCode ?? '');
  if (account.stream.isLive) return null;
  return account.lastErrorCode === null ? 'The private streams are being connected' : keyText(account.lastErrorCode);
}

/** An engine that has never answered is just starting; an account is connecting until it was proven equal to its venue once, or failed. */
function isConnecting({ link, connections }: ConnectionSources, venue: Venue, isEnabled: boolean): boolean {
  if (!isEnabled || connections.rowOf(venue) === null || !connections.isReadable(venue)) return false;
  if (!link.isConnected) return link.lastHeardMs === null;
  const account = connections.accountOf(venue);
  if (account === null) return true;
  return account.keyCheck !== 'failed' && account.lastErrorCode === null && account.reconciledMs === null;
}

/** Returns what a test of a key said; a refusal of the venue is an answer as well. */
export function presentTest(
  venue: Venue,
  probed: Result<ProbeAnswer, DomainError>,
  { nowMs, requestId }: { readonly nowMs: number; readonly requestId: string },
): TestAnswer {
  if (!probed.ok) return refusedTest(venue, probed.error, { nowMs, requestId });
  const report = probed.value;
  const isUsable = report.spotOk || report.futuresOk;
  return {
    ok: isUsable,
    exchange: venue,
    spot_ok: report.spotOk,
    futures_ok: report.futuresOk,
    detail: report.detail,
    error: isUsable ? null : report.detail,
    code: null,
    venue_code: null,
    venue_said: null,
    can_withdraw: report.canWithdraw,
    warning: report.canWithdraw === true ? 'this key can withdraw; make one that cannot' : null,
    ip_restricted: report.isIpRestricted,
    read_only: report.isReadOnly,
    expires_at: toEpochSecondsOrNull(report.expiresMs),
    clock_offset_ms: roundedOrNull(report.clockOffsetMs, 2),
    position_mode: report.positionMode,
    tested_at: toEpochSeconds(nowMs),
  };
}

function refusedTest(
  venue: Venue,
  error: DomainError,
  { nowMs, requestId }: { readonly nowMs: number; readonly requestId: string },
): TestAnswer {
  const isAboutKey = error.code.startsWith('CREDENTIALS_') || error.code === 'ACCOUNT_IN_USE';
  const text = isAboutKey ? keyText(error.code) : toProblem(error, requestId).body.error;
  return {
    ok: false,
    exchange: venue,
    spot_ok: false,
    futures_ok: false,
    detail: text,
    error: text,
    code: error.code,
    ...venueWords(error.detail),
    can_withdraw: null,
    warning: null,
    ip_restricted: null,
    read_only: null,
    expires_at: null,
    clock_offset_ms: null,
    position_mode: null,
    tested_at: toEpochSeconds(nowMs),
  };
}
