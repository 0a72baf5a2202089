import type { ConnectionStatus, RouteOutput, VenueName, testConnection } from '@riptide/contracts/calls';

export type KeyTest = RouteOutput<typeof testConnection>;

const mark = (isOk: boolean): string => (isOk ? '✓' : '✗');

/** Words a test for a person: marks for spot and futures, or the failure. */
export function wordTest(test: KeyTest): string {
  if (!test.ok) return `${test.exchange} connection test failed: ${test.detail}`;
  return `${test.exchange}: Spot ${mark(test.spot_ok)} Futures ${mark(test.futures_ok)}`;
}

/** Names what a tested key lacks or has too much of, for what it is meant for; empty when it is right. */
export function faultsOf(test: KeyTest, wanted: { readonly spot: boolean; readonly futures: boolean }): string[] {
  if (!test.ok) return [test.detail];
  return [
    ...(wanted.spot && !test.spot_ok ? ['The key may not trade spot.'] : []),
    ...(wanted.futures && !test.futures_ok ? ['The key may not trade futures, which the trading engine needs.'] : []),
    ...(test.can_withdraw === true ? [test.warning ?? 'this key can withdraw; make one that cannot'] : []),
  ];
}

/** What is known of a venue's key: by the newest test of this page, else by what the server was told. */
export interface Permissions {
  readonly read: boolean | null;
  readonly spot: boolean | null;
  readonly futures: boolean | null;
  readonly withdraw: boolean | null;
  readonly ipRestricted: boolean | null;
  readonly positionMode: 'one-way' | 'hedge' | null;
  readonly clockOffsetMs: number | null;
  readonly expiresAt: number | null;
}

/** Joins the status of a connection with a test of the same key. */
export function permissionsOf(status: ConnectionStatus, test: KeyTest | undefined): Permissions {
  const told = status.key ?? null;
  const tested = test?.ok === true ? test : null;
  return {
    read: tested || told ? true : test ? false : null,
    spot: test ? test.spot_ok : status.hasSpotPermission,
    futures: test ? test.futures_ok : status.hasFuturesPermission,
    withdraw: tested?.can_withdraw ?? told?.can_withdraw ?? null,
    ipRestricted: tested?.ip_restricted ?? told?.ip_restricted ?? null,
    positionMode: tested?.position_mode ?? told?.position_mode ?? null,
    clockOffsetMs: test?.clock_offset_ms ?? null,
    expiresAt: tested?.expires_at ?? told?.expires_at ?? null,
  };
}

const DAY_S = 86_400;

/** Words when a key ends: a countdown in days, then hours; null while the venue names no end. */
export function wordExpiry(expiresAt: number | null, nowMs: number): { text: string; isSoon: boolean } | null {
  if (expiresAt === null) return null;
  const leftS = expiresAt - nowMs / 1000;
  if (leftS <= 0) return { text: 'expired', isSoon: true };
  if (leftS < 2 * DAY_S) return { text: `in ${Math.floor(leftS / 3600)} h`, isSoon: true };
  return { text: `in ${Math.floor(leftS / DAY_S)} days`, isSoon: leftS < 14 * DAY_S };
}

export type TestsByVenue = Readonly<Partial<Record<VenueName, KeyTest>>>;
