import { describe, expect, it, vi } from 'vitest';
import type { ApiCall } from '../../../lib/api-client.ts';
import { buildEvent, buildTrade } from '../tail/tail.fixture.ts';
import { filterFields, idNumber, openRow, parseAuditSearch, queryOf } from './model/audit-search.ts';
import { findPage } from './model/find-page.ts';
import { eventMeta, tradeFacts, tradeMeta } from './model/row-facts.ts';
import { fieldsOf, filterOf, readFilters } from './model/saved-filters.ts';
import { fromInput, toInput } from './model/zone-input.ts';

describe('the address of the audit log', () => {
  it('has the documented tabs, page sizes and defaults', () => {
    expect(parseAuditSearch({})).toEqual({
      tab: 'trades',
      id: null,
      symbol: '',
      venues: '',
      from: null,
      to: null,
      severity: null,
      size: 50,
      page: 1,
    });
    expect(['25', '50', '100', '200', '30'].map((auditSize) => parseAuditSearch({ auditSize }).size)).toEqual([
      25, 50, 100, 200, 50,
    ]);
  });

  it('reads symbol and venues in capitals and times as epoch seconds', () => {
    const raw = {
      auditTab: 'events',
      auditSymbol: 'btcusdt',
      auditVenues: 'bin',
      auditFrom: '1700000000',
      auditTo: 'x',
    };
    const search = parseAuditSearch({ ...raw, auditPage: '3' });
    expect(search).toMatchObject({
      tab: 'events',
      symbol: 'BTCUSDT',
      venues: 'BIN',
      from: 1_700_000_000,
      to: null,
      page: 3,
    });
    expect(queryOf(search)).toEqual({ since: 1_700_000_000, symbol: 'BTCUSDT', venues: 'BIN' });
  });

  it('begins another filter at its first page, and a link without any filter', () => {
    expect(filterFields({ symbol: 'X' })).toEqual({ auditPage: undefined, auditSymbol: 'X' });
    expect(openRow('events', 7)).toMatchObject({
      auditTab: 'events',
      auditId: 7,
      auditFrom: undefined,
      auditSymbol: '',
    });
    expect(['7', '0', 'x', '1e3', null].map(idNumber)).toEqual([7, null, null, null, null]);
  });
});

describe('what a row says', () => {
  it('of a trade: side, quantity, price and result', () => {
    expect(tradeFacts(buildTrade(1))).toEqual({
      side: 'SELL',
      type: 'limit',
      role: 'exit',
      source: 'carry',
      qty: 42,
      price: 142.86,
      priceIs: 'average',
      filledQty: 42,
      result: 'filled',
      reason: null,
    });
  });

  it('of a blocked one why, of one that was not filled its limit', () => {
    const payload = {
      intent: { side: 'BUY', qtyBase: null, px: '10' },
      gates: [
        { gate: 'a', ok: true },
        { gate: 'daily-loss', ok: false, detail: 'lost 9 USD, the limit is 5 USD' },
      ],
    };
    const blocked = buildTrade(1, { payload, result: { status: 'blocked', blocks: [] } });
    expect(tradeFacts(blocked)).toMatchObject({
      qty: null,
      price: 10,
      priceIs: 'limit',
      result: 'blocked',
      reason: 'lost 9 USD, the limit is 5 USD',
    });
    expect(tradeMeta(blocked)).toBe('BUY all that is open @ 10.0000 BYBIT · blocked: lost 9 USD, the limit is 5 USD');
  });

  it('of an event its own words, else its plain fields, and what became of a command', () => {
    expect(eventMeta(buildEvent(1))).toBe('latency_high: latency 212 ms');
    const payload = { call: 'POST /api/kill-switch', code: 'ok', body: {} };
    expect(eventMeta({ event: 'command', payload })).toBe('command: POST /api/kill-switch (ok)');
    expect(eventMeta({ event: 'x', payload: { a: 1, b: null, c: { d: 1 }, e: 'f' } })).toBe('x: a 1, e f');
    expect(eventMeta({ event: 'bare', payload: {} })).toBe('bare');
  });

  it('stands when nothing in it is as expected', () => {
    expect(tradeFacts({ payload: { intent: 'x' }, result: { orders: 'y' } })).toMatchObject({
      side: null,
      qty: null,
      price: null,
      result: 'unknown',
    });
  });
});

describe('date-time inputs', () => {
  it('are read and written as epoch seconds in the chosen zone', () => {
    expect(toInput(1_700_000_000, 'utc')).toBe('2023-11-14 22:13:20');
    expect(fromInput('2023-11-14T22:13:20', 'utc')).toBe(1_700_000_000);
    expect(fromInput('2023-11-14 22:13', 'utc')).toBe(1_699_999_980);
    expect(fromInput(' 2023-11-14 ', 'utc')).toBe(1_699_920_000);
    for (const wrong of ['14.11.2023', '2023-11-14 22', '2023-13-14', '2023-11-14 24:61'])
      expect(fromInput(wrong, 'utc'), wrong).toBeNull();
    expect(fromInput(toInput(1_700_000_000, 'local'), 'local')).toBe(1_700_000_000);
    expect([toInput(null, 'utc'), fromInput('', 'utc')]).toEqual(['', null]);
  });
});

describe('saved filters', () => {
  it('come back as they were saved, and what is unreadable is left out', () => {
    const filter = parseAuditSearch({
      auditSymbol: 'BTCUSDT',
      auditFrom: '5',
      auditSize: '100',
      auditSeverity: 'WARN',
    });
    const text = JSON.stringify([{ name: 'mine', fields: fieldsOf(filter) }, { name: 7 }, null]);
    const [saved, ...others] = readFilters(text);
    expect(others).toEqual([]);
    expect(saved && filterOf(saved)).toEqual({
      symbol: 'BTCUSDT',
      venues: '',
      from: 5,
      to: null,
      severity: 'WARN',
      size: 100,
    });
    vi.spyOn(console, 'info').mockReturnValue(undefined);
    expect(readFilters('{')).toEqual([]);
  });
});

describe('findPage', () => {
  const call = (total: number, rowsOf: (offset: number) => number[]): ApiCall =>
    (async (_route: unknown, input: { query: { offset?: number } }) => ({
      ok: true,
      total,
      rows: rowsOf(input.query.offset ?? 0).map((id) => ({ id })),
    })) as unknown as ApiCall;
  const place = { tab: 'trades', id: 7, createdTs: 100, to: 220, size: 25 } as const;

  it('counts what is newer, and looks a page before for rows of the same moment', async () => {
    expect(
      await findPage(
        call(51, (offset) => (offset === 50 ? [7] : [])),
        place,
      ),
    ).toBe(3);
    expect(
      await findPage(
        call(51, (offset) => (offset === 25 ? [7] : [])),
        place,
      ),
    ).toBe(2);
    expect(
      await findPage(
        call(0, () => []),
        place,
      ),
    ).toBeNull();
  });
});
