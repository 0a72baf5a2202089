import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { domainError, err, ok, type TradingFact, type TradingRecord } from '@riptide/core/domain';
import { buildFailedFact, buildFillFact, buildIntentFact, buildOrderFact } from '../../audit/audit-facts.fixture.ts';
import { auditEvent, AUDIT_AT_MS } from '../../audit/audit-world.fixture.ts';
import { CALLER, namingCallers } from '../../audit/caller.ts';
import { verifyChain } from '../../storage/audit/verify-chain.ts';
import { openTestSqlite } from '../../storage/open-test-sqlite.fixture.ts';
import { RecordRows } from '../../storage/trading-db/record-rows.ts';
import { TRADING_MIGRATIONS, type TradingSchema } from '../../storage/trading-db/trading-schema.ts';
import { startTestApp, TEST_PASSWORD, type TestApp } from '../start-test-app.fixture.ts';

let test: TestApp;
let cookie = '';
let seq = 0;
beforeEach(async () => {
  test = await startTestApp();
  await (await openTestSqlite<TradingSchema>(join(test.dataDir, 'trading.db'), TRADING_MIGRATIONS)).destroy();
  cookie = await test.unlock();
  seq = 0;
});
afterEach(() => test.close());

const get = (url: string) => test.app.inject({ url, headers: { cookie } });
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'POST', url, payload, headers: { cookie, ...headers } });

const put = (url: string, payload: object) => test.app.inject({ method: 'PUT', url, payload, headers: { cookie } });

function write(facts: readonly TradingFact[], atMs = AUDIT_AT_MS): void {
  const db = new Database(join(test.dataDir, 'trading.db'));
  const rows = new RecordRows(db);
  db.transaction(() => {
    for (const fact of facts) rows.write({ ...fact, seq: (seq += 1), atMs } as TradingRecord);
  })();
  db.close();
}

interface Row {
  readonly id: number;
  readonly event: string;
  readonly severity: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
const events = async (query = ''): Promise<readonly Row[]> =>
  (await get(`/api/audit/events${query}`)).json().rows as Row[];

describe('the audit lists', () => {
  it('answers trades with their payload and newest result, and one by its id', async () => {
    write([buildIntentFact('i1'), buildOrderFact('i1', 'c1'), buildFailedFact('c1')]);
    const { rows, total } = (await get('/api/audit/trades')).json();
    expect(total).toBe(1);
    expect(rows).toEqual([
      {
        id: 1,
        created_ts: AUDIT_AT_MS / 1_000,
        symbol: 'BTCUSDT',
        venues: ['OKX'],
        payload: { intent: expect.objectContaining({ intentId: 'i1' }), gates: expect.any(Array) },
        result: { status: 'sent', orders: [expect.objectContaining({ client_order_id: 'c1', status: 'rejected' })] },
        fees: [],
        position: 'none',
        net_usd: null,
      },
    ]);
    expect((await get('/api/audit/trades/1')).json().row).toEqual(rows[0]);
    const none = await get('/api/audit/trades/77');
    expect([none.statusCode, none.json().error]).toEqual([404, 'Row 77 not found']);
  });

  it('says what a trade cost, and earned once it is closed', async () => {
    write([
      ...['i1', 'i2'].flatMap((id) => [buildIntentFact(id), buildOrderFact(id, `c-${id}`)]),
      buildFillFact('c-i1', { fillId: 'f1', fee: '0.2', venueMs: 1_000 }),
      buildFillFact('c-i1', { fillId: 'f2', fee: '0.1', venueMs: 2_000 }),
      buildFillFact('c-i2', { fillId: 'f3', fee: '0.4', venueMs: 9_000 }),
    ]);
    const db = new Database(join(test.dataDir, 'trading.db'));
    const closed = {
      tradeId: 't1',
      account: 'OKX:paper',
      instrumentId: 'BTCUSDT.PERP.OKX',
      openMs: 1_000,
      closeMs: 3_000,
      grossQuote: '5',
      feesQuote: '0.6',
      otherFees: [],
      fundingQuote: '-0.1',
      otherQuote: '0',
    };
    db.prepare('insert into closed_trade values (?, 1, ?, ?, ?, null, ?, ?)').run(
      closed.tradeId,
      closed.account,
      'paper',
      'BTCUSDT',
      closed.closeMs,
      JSON.stringify(closed),
    );
    db.close();
    const { rows } = (await get('/api/audit/trades')).json();
    expect(rows).toMatchObject([
      { fees: [{ asset: 'USDT', amount: 0.4 }], position: 'open', net_usd: null },
      { fees: [{ asset: 'USDT', amount: 0.3 }], position: 'closed', net_usd: 4.3 },
    ]);
    expect((await get(`/api/audit/trades/${rows[1].id}`)).json().row).toEqual(rows[1]);
  });

  it('merges the rows of engine and server by time, each with an id that a link can name for ever', async () => {
    write([auditEvent({ event: 'from_engine' })], AUDIT_AT_MS + 1_000);
    const rows = await events();
    expect(rows.map(({ event }) => event)).toEqual(['from_engine', 'gate_unlocked']);
    for (const row of rows) expect((await get(`/api/audit/events/${row.id}`)).json().row).toEqual(row);
    expect(rows.map(({ id }) => id > 1_000_000_000_000)).toEqual([false, true]);
    expect((await get('/api/audit/events?limit=1&offset=1')).json()).toMatchObject({ total: 2, rows: [rows[1]] });
  });

  it('filters by symbol, venues, severity and time', async () => {
    write([auditEvent({ symbol: 'BTCUSDT', venues: ['OKX', 'BYBIT'], severity: 'ERROR' })], AUDIT_AT_MS + 2_500);
    write([auditEvent({ symbol: 'ETHUSDT', venues: ['OKX'] })], AUDIT_AT_MS + 5_000);
    const ids = async (query: string) => (await events(query)).map(({ id }) => id).filter((id) => id < 1_000);
    expect(await ids('?symbol=btcusdt')).toEqual([1]);
    expect(await ids('?venues=byb')).toEqual([1]);
    expect(await ids('?venues=OKX')).toEqual([2, 1]);
    // In any order, with blanks and repeats; a row has to name each.
    for (const list of ['BYBIT,OKX', 'okx,byb', ' OKX , BYBIT ,,', 'OKX,OKX,BYBIT'])
      expect(await ids(`?venues=${encodeURIComponent(list)}`), list).toEqual([1]);
    expect(await ids('?venues=OKX,KUCOIN')).toEqual([]);
    expect(await ids('?venues=,')).toEqual([2, 1]);
    expect(await ids('?severity_min=WARN')).toEqual([1]);
    expect(await ids(`?since=${AUDIT_AT_MS / 1_000 + 2.5}&until=${AUDIT_AT_MS / 1_000 + 4}`)).toEqual([1]);
    expect(await ids('?symbol=%25')).toEqual([]);
  });

  it.each(['limit=0', 'limit=201', 'offset=-1', 'since=x', 'severity_min=LOUD', 'symbl=BTCUSDT', 'since=-1'])(
    'refuses %s',
    async (query) => {
      expect((await get(`/api/audit/events?${query}`)).statusCode).toBe(400);
    },
  );

  it.each(['/api/audit/trades/0', '/api/audit/trades/1e99', '/api/audit/events/x', '/api/audit/trades/..%2f1'])(
    'refuses the id of %s',
    async (url) => {
      expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400);
      expect((await get(url)).statusCode).toBeLessThan(500);
    },
  );

  it('needs the gate', async () => {
    for (const path of ['trades', 'events', 'trades/1', 'trades/export', 'events/export', 'stream'])
      expect((await test.app.inject({ url: `/api/audit/${path}` })).statusCode).toBe(401);
  });
});

describe('the export', () => {
  it('is the whole filtered list as CSV, with no formula in it', async () => {
    write([
      buildIntentFact('i1'),
      buildIntentFact('i2', 'ETHUSDT'),
      auditEvent({ event: '=cmd|x', symbol: '@SUM' as never }),
    ]);
    const trades = await get('/api/audit/trades/export?symbol=ETHUSDT');
    expect(trades.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(trades.headers['content-disposition']).toBe('attachment; filename="audit_trades.csv"');
    const [header, line, end] = trades.body.split('\r\n');
    expect([header, end]).toEqual(['id,created_ts,symbol,venues,payload,result', '']);
    expect(line).toMatch(/^2,1800000000,ETHUSDT,OKX,"\{""intent"".*\}","\{""status"":""approved"".*\}"$/);
    const exported = (await get('/api/audit/events/export')).body;
    expect(exported).toContain(`\r\n3,1800000000,'=cmd|x,INFO,'@SUM,,`);
    expect(exported.split('\r\n')[0]).toBe('id,created_ts,event,severity,symbol,venues,payload');
  });

  it('gives every row once over many steps', async () => {
    write(Array.from({ length: 1_234 }, () => auditEvent()));
    const lines = (await get('/api/audit/events/export')).body.trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_235);
  });
});

describe('what a person does', () => {
  it('is a row with who, request, redacted body and result, whether it was done or refused', async () => {
    const done = await post('/api/notifications/read', { all: true });
    const refused = await put('/api/admin/connections', {
      exchange: 'OKX',
      api_secret: 'planted-secret',
      nonsense: 1,
    });
    expect([done.statusCode, refused.statusCode]).toEqual([200, 400]);
    const [second, first] = await events();
    expect(first).toMatchObject({
      event: 'command',
      severity: 'INFO',
      payload: {
        call: 'POST /api/notifications/read',
        who: { session: expect.stringMatching(/^[0-9a-f]{8,}$/), account: null },
        request_id: done.headers['x-request-id'],
        body: { all: true },
        status: 200,
        code: 'ok',
      },
    });
    expect(second).toMatchObject({
      severity: 'WARN',
      payload: {
        call: 'PUT /api/admin/connections',
        code: 'invalid_input',
        body: { api_secret: '[redacted]', unknown_fields: 1 },
      },
    });
    expect(JSON.stringify(second)).not.toContain('planted-secret');
  });

  it('is no row when it only asks, or comes from outside the gate', async () => {
    await get('/api/kill-switch');
    await post('/api/trading/precheck', {});
    await post('/api/nothing/here', { a: 1 });
    await post('/api/admin/connections', { a: 1 });
    await test.app.inject({ method: 'POST', url: '/api/kill-switch', payload: { level: 3 } });
    expect((await events()).map(({ event }) => event)).toEqual(['gate_unlocked']);
  });

  it('names the account of a bearer', async () => {
    const ada = { email: 'ada@example.com', password: 'analytical engine' };
    await post('/api/auth/register', { ...ada, confirmPassword: ada.password });
    const token = (await post('/api/auth/login', ada)).json().access_token as string;
    await post('/api/notifications/read', { all: true }, { authorization: `Bearer ${token}` });
    const rows = await events();
    expect(rows[0]).toMatchObject({ payload: { who: { account: 'ada@example.com' } } });
    expect(rows.map(({ event }) => event)).toContain('account_login');
    expect(JSON.stringify(rows)).not.toContain(ada.password);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('at the gate is on disk before the answer says so', async () => {
    await test.app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password: 'wrong' } });
    expect((await events())[0]).toMatchObject({ event: 'gate_wrong_password', severity: 'WARN' });
    await test.app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password: TEST_PASSWORD } });
    expect((await events())[0]).toMatchObject({ event: 'gate_unlocked', payload: { requestId: expect.any(String) } });
  });

  it('reaches the engine with the name of who gave it', async () => {
    const sent: unknown[] = [];
    const link = namingCallers({
      ...test.link,
      send: async (_name: never, request: unknown) => (sent.push(request), ok(null)),
    } as never);
    const caller = { session: '1a2b3c4d', account: null, requestId: 'r-1' };
    await CALLER.run(caller, () => link.send('release-kill-switch', { by: 'operator' }, 1_000));
    await link.send('release-kill-switch', { by: 'operator' }, 1_000);
    expect(sent).toEqual([{ by: 'operator session=1a2b3c4d request=r-1' }, { by: 'operator' }]);
  });

  it('is named to the engine where it commands, and not where a page only asks', async () => {
    const named: (readonly [string, boolean])[] = [];
    test.link.answer = (name) => {
      named.push([name, CALLER.getStore() !== undefined]);
      return err(domainError('QUANTITY_TOO_SMALL', '', { outcome: 'not-sent' }));
    };
    await post('/api/trading/execute_live/preview', { symbol: 'BTCUSDT' });
    await post('/api/trading/execute_live', { symbol: 'BTCUSDT' });
    expect(named).toEqual([
      ['arb-preview', false],
      ['arb-execute', true],
    ]);
  });

  it('makes a chain that holds, and that a change breaks', async () => {
    for (let n = 0; n < 5; n += 1) await post('/api/notifications/read', { all: true });
    const db = new Database(join(test.dataDir, 'app.db'));
    const whole = { fromId: null, toId: null };
    expect(verifyChain(db, whole)).toMatchObject({ rows: 6, firstBreak: null });
    db.prepare("update audit_event set payload = '{}' where id = 1000000000003").run();
    expect(verifyChain(db, whole).firstBreak).toMatchObject({ id: 1_000_000_000_003 });
    db.close();
  });
});
