import type { VenueKey } from '@riptide/core/domain';
import type { VenueKeyRow } from '../storage/app-db/venue-key-repository.ts';
import type { KeyVault } from './key-vault.ts';

/** Returns the plain key of a stored row; null when it was sealed with another master key. */
export function openVenueKey(vault: KeyVault, row: VenueKeyRow): VenueKey | null {
  const { venue, market } = row;
  const apiKey = vault.open(row.apiKey, { venue, market, field: 'api_key' });
  const apiSecret = vault.open(row.apiSecret, { venue, market, field: 'api_secret' });
  const passphrase =
    row.passphrase === null ? null : vault.open(row.passphrase, { venue, market, field: 'passphrase' });
  if (apiKey === null || apiSecret === null) return null;
  if (row.passphrase !== null && passphrase === null) return null;
  return { apiKey, apiSecret, passphrase, savedMs: row.createdMs };
}

/** Returns the sealed parts of a key, as a row keeps them. */
export function sealVenueKey(
  vault: KeyVault,
  { venue, market }: Pick<VenueKeyRow, 'venue' | 'market'>,
  key: VenueKey,
): Pick<VenueKeyRow, 'apiKey' | 'apiSecret' | 'passphrase' | 'masked'> {
  return {
    apiKey: vault.seal(key.apiKey, { venue, market, field: 'api_key' }),
    apiSecret: vault.seal(key.apiSecret, { venue, market, field: 'api_secret' }),
    passphrase: key.passphrase === null ? null : vault.seal(key.passphrase, { venue, market, field: 'passphrase' }),
    masked: maskedKey(key.apiKey),
  };
}

/** Returns `abcd…wxyz`. A key too short to hide anything in is not shown at all. */
function maskedKey(apiKey: string): string {
  return apiKey.length < 12 ? '…' : `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`;
}
