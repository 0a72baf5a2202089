import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Selectable } from 'kysely';
import type { MarketSource, Venue, VenueKey } from '@riptide/core/domain';
import type { Log } from '@riptide/core/kernel';
import type { AppSchema } from '../storage/app-db/app-schema.ts';
import { venueKeyOf } from '../storage/app-db/venue-key-repository.ts';
import { KeyVault } from './key-vault.ts';
import { findMasterKey } from './master-key.ts';
import { openVenueKey } from './open-venue-key.ts';

const BUSY_MS = 250;

export interface ReadVenueKeysOptions {
  readonly dataDir: string;
  readonly market: MarketSource;
  /** The variable MASTER_KEY. */
  readonly masterKey: string | null;
  readonly log: Log;
}

/**
 * Returns the plain keys of all enabled venues of a market source, read from `app.db` without the server's help.
 *
 * Nothing saved yet is no key. What can't be read is told in the log and left out: the engine then runs without it, and the server
 * hands the key over later.
 */
export function readVenueKeys(options: ReadVenueKeysOptions): Partial<Record<Venue, VenueKey>> {
  const { dataDir, market, masterKey, log } = options;
  const path = join(dataDir, 'app.db');
  if (!existsSync(path)) return {};
  const found = findMasterKey({ dataDir, given: masterKey });
  if (!found.ok) log.error('the saved keys can not be read', { detail: found.error });
  if (!found.ok || found.value === null) return {};
  const vault = new KeyVault(found.value);
  const keys: Partial<Record<Venue, VenueKey>> = {};
  for (const stored of readRows(path, market, log)) {
    const row = venueKeyOf(stored);
    if (row === null || !row.isEnabled) continue;
    const key = openVenueKey(vault, row);
    if (key === null) log.error('a saved key was sealed with another master key', { venue: row.venue });
    else keys[row.venue] = key;
  }
  return keys;
}

function readRows(path: string, market: MarketSource, log: Log): readonly Selectable<AppSchema['venue_key']>[] {
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    const isMigrated = database.prepare("select 1 from sqlite_master where name = 'venue_key'").get() !== undefined;
    if (!isMigrated) return [];
    return database.prepare('select * from venue_key where market = ?').all(market) as Selectable<
      AppSchema['venue_key']
    >[];
  } catch (e) {
    if (!(e instanceof Database.SqliteError)) throw e;
    log.error('the saved keys can not be read', { detail: `${e.code} ${e.message}` });
    return [];
  } finally {
    database?.close();
  }
}
