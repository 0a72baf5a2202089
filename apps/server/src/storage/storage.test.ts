import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP_MIGRATIONS, type AppSchema } from './app-db/app-schema.ts';
import { GateRepository } from './app-db/gate-repository.ts';
import { openDataFile } from './open-data-file.ts';
import { openSqlite } from './open-sqlite.ts';
import { ArbitrageSessionRepository, DEFAULT_SESSION } from './trading-db/arbitrage-session-repository.ts';
import { WatchedSymbolRepository } from './trading-db/watched-symbol-repository.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from './trading-db/trading-schema.ts';

const newFile = (name: string): string => join(mkdtempSync(join(tmpdir(), 'riptide-storage-')), name);

describe('trading.db', () => {
  it('keeps the scanner session over a reopened file, and nothing before the first', async () => {
    const file = newFile('trading.db');
    const first = await openSqlite<TradingSchema>(file, TRADING_MIGRATIONS);
    expect(await new ArbitrageSessionRepository(first).load()).toBeNull();
    const session = {
      ...DEFAULT_SESSION,
      venues: ['OKX', 'BYBIT'] as const,
      minSpreadBps: 1.5,
      isActive: true,
      foundTotal: 12,
      startedMs: 1_800_000_000_000,
    };
    await new ArbitrageSessionRepository(first).save({ ...session, minSpreadBps: 99 });
    await new ArbitrageSessionRepository(first).save(session);
    await first.destroy();
    const second = await openSqlite<TradingSchema>(file, TRADING_MIGRATIONS);
    expect(await new ArbitrageSessionRepository(second).load()).toEqual(session);
    await second.destroy();
  });
});

describe('watched symbols', () => {
  it('are kept over a reopened file, each once, in the order they came', async () => {
    const file = newFile('trading.db');
    const first = await openSqlite<TradingSchema>(file, TRADING_MIGRATIONS);
    const watched = new WatchedSymbolRepository(first);
    await watched.add([], 'operator', 1);
    await watched.add(['ZZZUSDT'], 'operator', 1);
    await watched.add(['AAAUSDT', 'ZZZUSDT'], 'operator', 2);
    await first.destroy();
    const second = await openSqlite<TradingSchema>(file, TRADING_MIGRATIONS);
    expect(await new WatchedSymbolRepository(second).load()).toEqual(['ZZZUSDT', 'AAAUSDT']);
    await second.destroy();
  });
});

describe('app.db', () => {
  it('keeps one password, the sessions and the newest events', async () => {
    const db = await openSqlite<AppSchema>(newFile('app.db'), APP_MIGRATIONS);
    const gate = new GateRepository(db);
    expect(await gate.password()).toBeNull();
    await gate.savePassword('hash-1', true, 1);
    await gate.savePassword('hash-2', false, 2);
    expect(await gate.password()).toEqual({ hash: 'hash-2', isGenerated: false });
    await gate.addSession({ tokenHash: 'a', createdMs: 1, usedMs: 1, address: '127.0.0.1' });
    await gate.touchSession('a', 5);
    expect(await gate.sessions()).toEqual([{ tokenHash: 'a', createdMs: 1, usedMs: 5, address: '127.0.0.1' }]);
    await gate.removeSession('a');
    expect(await gate.sessions()).toEqual([]);
    await gate.addEvent('wrong-password', '127.0.0.1', 7);
    await gate.addEvent('unlocked', '127.0.0.1', 8);
    expect((await gate.events(10)).map((event) => event.kind)).toEqual(['unlocked', 'wrong-password']);
    await db.destroy();
  });
});

describe('a damaged file', () => {
  it.each(['x'.repeat(20_000), 'SQLite format 3 and then something else'])(
    'is named with what to do, and left as it is',
    async (bytes) => {
      const file = newFile('app.db');
      writeFileSync(file, bytes);
      const opened = await openDataFile<AppSchema>(file, APP_MIGRATIONS);
      expect(opened).toMatchObject({ ok: false, error: expect.stringContaining(file) });
      expect(opened).toMatchObject({ ok: false, error: expect.stringContaining('move it away') });
    },
  );
});
