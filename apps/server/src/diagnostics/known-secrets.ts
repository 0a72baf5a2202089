import type { Kysely } from 'kysely';
import type { KeyVault } from '../access/key-vault.ts';
import { openVenueKey } from '../access/open-venue-key.ts';
import type { NotifySettings } from '../notify/notify-settings.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';
import { venueKeyOf } from '../storage/app-db/venue-key-repository.ts';

export interface SecretSources {
  readonly db: Kysely<AppSchema>;
  readonly vault: KeyVault;
  readonly notify: NotifySettings;
  /** Of the configuration, and the master key as text. */
  readonly configured: readonly string[];
}

/** Returns every secret of the product in plain, those of all venues and market sources included. */
export async function knownSecrets({ db, vault, notify, configured }: SecretSources): Promise<readonly string[]> {
  const secrets: (string | null | undefined)[] = [...configured];
  for (const stored of await db.selectFrom('venue_key').selectAll().execute()) {
    const row = venueKeyOf(stored);
    const key = row === null ? null : openVenueKey(vault, row);
    if (key !== null) secrets.push(key.apiKey, key.apiSecret, key.passphrase);
  }
  for (const name of ['telegram.bot_token', 'whatsapp.token', 'webhook.secret'] as const)
    secrets.push(notify.secret(name));
  return secrets.filter((secret): secret is string => typeof secret === 'string' && secret !== '');
}
