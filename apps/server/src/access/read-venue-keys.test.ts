import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { VenueKey } from '@riptide/core/domain';
import type { Log } from '@riptide/core/kernel';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { VenueKeyRepository, type VenueKeyRow } from '../storage/app-db/venue-key-repository.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { KeyVault } from './key-vault.ts';
import { loadMasterKey } from './master-key.ts';
import { sealVenueKey } from './open-venue-key.ts';
import { readVenueKeys } from './read-venue-keys.ts';

const KEY: VenueKey = { apiKey: 'key-of-the-venue-01', apiSecret: 'secret-of-the-venue', passphrase: 'words' };
let dataDir = '';
let said: string[] = [];
const log: Log = {
  info: (...all) => void said.push(JSON.stringify(all)),
  warn: (...all) => void said.push(JSON.stringify(all)),
  error: (...all) => void said.push(JSON.stringify(all)),
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-keys-'));
  said = [];
});

async function save(...rows: readonly Pick<VenueKeyRow, 'venue' | 'market' | 'isEnabled'>[]): Promise<void> {
  const master = loadMasterKey({ dataDir, given: null });
  if (!master.ok) throw new Error(master.error);
  const db = await openSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
  for (const row of rows) {
    await new VenueKeyRepository(db).save({
      ...row,
      ...sealVenueKey(new KeyVault(master.value), row, KEY),
      label: '',
      scopes: { spot: true, futures: true },
      source: 'operator',
      createdMs: 1,
      lastTestMs: null,
      lastTest: null,
    });
  }
  await db.destroy();
}

const read = (market: 'sim' | 'live', masterKey: string | null = null) =>
  readVenueKeys({ dataDir, market, masterKey, log });

describe('readVenueKeys', () => {
  it('finds none in a fresh folder, and makes nothing there', () => {
    expect(read('sim')).toEqual({});
    expect(said).toEqual([]);
  });

  it('gives the keys of enabled venues of the asked market alone', async () => {
    await save(
      { venue: 'OKX', market: 'live', isEnabled: true },
      { venue: 'BYBIT', market: 'live', isEnabled: false },
      { venue: 'BINANCE', market: 'sim', isEnabled: true },
    );
    expect(read('live')).toEqual({ OKX: { ...KEY, savedMs: 1 } });
    expect(read('sim')).toEqual({ BINANCE: { ...KEY, savedMs: 1 } });
  });

  it('leaves out what another master key sealed, and says so without the key', async () => {
    await save({ venue: 'OKX', market: 'live', isEnabled: true });
    expect(read('live', 'ab'.repeat(32))).toEqual({});
    expect(said.join()).toContain('another master key');
    expect(said.join()).not.toContain(KEY.apiSecret);
  });

  it('reads nothing with a key file that others may read', async () => {
    await save({ venue: 'OKX', market: 'live', isEnabled: true });
    chmodSync(join(dataDir, 'master.key'), 0o644);
    expect(read('live')).toEqual({});
    expect(said.join()).toContain('chmod 600');
  });
});
