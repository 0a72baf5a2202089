import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runBackup, TestProduct } from './restored-product.fixture.ts';

const PASSWORD = 'open sesame for backups';
const BACKUP_PASSPHRASE = 'a passphrase of some length';
const WAIT = { timeout: 180_000, interval: 250 };

let folder = '';
let running: TestProduct | null = null;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'riptide-story-'))));
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Position {
  readonly id: string;
  readonly symbol: string;
  readonly size: number;
  readonly entry_price: number;
}

async function start(dataDir: string): Promise<TestProduct> {
  const product = new TestProduct(dataDir, PASSWORD);
  running = product;
  await product.ready();
  return product;
}

const SIZES = { BTCUSDT: 0.005, ETHUSDT: 0.1 } as const;

async function buy(product: TestProduct, symbol: keyof typeof SIZES, price: number | null = null): Promise<void> {
  const order = { venue: 'BINANCE', market: 'perp', symbol, side: 'BUY', qty: SIZES[symbol] };
  const body = { ...order, ...(price === null ? { type: 'market' } : { type: 'limit', price }) };
  await vi.waitFor(async () => {
    const preview = await product.json<{ preview_id: string }>('/api/trading/order/preview', { method: 'POST', body });
    const { preview_id } = preview;
    await product.json('/api/trading/order/execute', { method: 'POST', body: { preview_id } });
  }, WAIT);
}

function held(product: TestProduct, wanted: keyof typeof SIZES): Promise<Position> {
  return vi.waitFor(async () => {
    const found = (await positionsOf(product)).find(({ symbol }) => symbol === wanted);
    if (found === undefined) throw new Error(`no position in ${wanted} yet`);
    return found;
  }, WAIT);
}

/** Buys and holds one coin, bids for more of it, and trades another from flat to flat. */
async function trade(product: TestProduct): Promise<void> {
  await buy(product, 'BTCUSDT');
  const { entry_price } = await held(product, 'BTCUSDT');
  await buy(product, 'BTCUSDT', Math.round(entry_price * 9.7) / 10);
  await buy(product, 'ETHUSDT');
  const body = { action: 'close', position_id: (await held(product, 'ETHUSDT')).id };
  await product.json('/api/trading/engine/position_management', { method: 'POST', body });
}

const positionsOf = async (product: TestProduct) =>
  (await product.json<{ positions: Position[] }>('/api/trading/positions')).positions;

/** Everything that has to be there again. */
async function stateOf(product: TestProduct) {
  const positions = (await positionsOf(product)).map(({ id, size, entry_price }) => ({ id, size, entry_price }));
  const history = await product.json<{ history: { id: string; pnl: number }[] }>('/api/portfolio/history?days=7');
  const orders = await product.json<{ orders: { client_order_id: string; state: string }[] }>('/api/trading/orders');
  const venues = await product.json<{ venues: Record<string, { api_key_masked: string | null }> }>(
    '/api/admin/connections/status',
  );
  return {
    positions,
    history: history.history.map(({ id, pnl }) => ({ id, pnl })),
    orders: orders.orders.map(({ client_order_id, state }) => ({ client_order_id, state })),
    keys: Object.fromEntries(Object.entries(venues.venues).map(([venue, entry]) => [venue, entry.api_key_masked])),
    risk: (await product.json('/api/settings/risk'))['settings'],
    appearance: (await product.json('/api/settings/appearance'))['settings'],
    retention: (await product.json('/api/settings/retention'))['settings'],
  };
}

describe('a backup of a running product', { timeout: 900_000 }, () => {
  it('restored into a fresh data folder, starts there with positions, orders, history, settings and keys; sessions ended', async () => {
    const product = await start(join(folder, 'first'));
    expect(await product.unlock(PASSWORD)).toBe(200);
    await trade(product);
    await product.json('/api/settings/appearance', {
      method: 'PUT',
      body: { theme: 'light', time_zone: 'Asia/Tokyo' },
    });
    await product.json('/api/settings/retention', { method: 'PUT', body: { audit_days: 123 } });
    await product.json('/api/settings/risk', { method: 'PUT', body: { max_position_usd: 4_321 } });
    const before = await vi.waitFor(async () => {
      const state = await stateOf(product);
      expect([state.positions.length, state.history.length]).toEqual([1, 1]);
      expect(state.orders.length).toBeGreaterThan(0);
      return state;
    }, WAIT);
    expect(Object.values(before.keys).filter((key) => key !== null)).toHaveLength(4);
    const answer = await product.call('/api/settings/backup', {
      method: 'POST',
      body: { passphrase: BACKUP_PASSPHRASE, gate_password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    const archive = join(folder, 'a.riptide-backup');
    writeFileSync(archive, Buffer.from(await answer.arrayBuffer()));
    const oldCookie = product.cookie;
    const whileRunning = await runBackup(['create', join(folder, 'b')], {
      DATA_DIR: join(folder, 'first'),
      BACKUP_PASSPHRASE,
    });
    expect(whileRunning).toMatchObject({ code: 1 });
    expect(whileRunning.text).toContain('is in use by another Riptide');
    await product.stop();

    const fresh = join(folder, 'second');
    const wrong = await runBackup(['restore', archive], {
      DATA_DIR: fresh,
      BACKUP_PASSPHRASE: 'some other passphrase',
    });
    expect([wrong.code, wrong.text]).toEqual([
      1,
      'backup: the passphrase is wrong, or the head of the backup was changed\n',
    ]);
    expect(existsSync(fresh)).toBe(false);
    const restored = await runBackup(['restore', archive], { DATA_DIR: fresh, BACKUP_PASSPHRASE });
    expect(restored.text).toContain('restored');
    expect(restored.code).toBe(0);

    const again = await start(fresh);
    again.cookie = oldCookie;
    expect((await again.call('/api/trading/positions')).status).toBe(401);
    expect(await again.unlock(PASSWORD)).toBe(200);
    await vi.waitFor(async () => expect(await stateOf(again)).toEqual(before), WAIT);
    await again.stop();

    const made = await runBackup(['create', join(folder, 'b')], { DATA_DIR: fresh, BACKUP_PASSPHRASE });
    expect(made.text).toContain('backup written');
  });
});
