import type { KeyReport } from '@riptide/core/domain';

/** A key as an operator types it. */
export const KEY = { api_key: 'AbCd-key-of-operator-wXyZ', api_secret: 'S3cret-of-the-operator-0001' };
export const PASSPHRASE = 'Pa55phrase-of-operator';
/** What a venue says that a key may do. */
export const REPORT: KeyReport & { clockOffsetMs: number | null } = {
  venue: 'OKX',
  accountId: '71',
  spotOk: true,
  futuresOk: false,
  canWithdraw: true,
  isReadOnly: false,
  isIpRestricted: false,
  expiresMs: 1_900_000_000_000,
  positionMode: 'one-way',
  detail: 'spot only',
  clockOffsetMs: 1.234,
};
