import {
  getAuditEvent,
  getAuditEvents,
  getAuditTrade,
  getAuditTrades,
  type AuditTradeRow,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { fakeAddress } from '../pro-address.fixture.tsx';
import { AT_S, buildEvent, buildTrade } from '../tail/tail.fixture.ts';
import { AuditPanel } from './audit-panel.tsx';

function buildRow(id: number, more: Partial<AuditTradeRow> = {}): AuditTradeRow {
  const { kind: _kind, ...row } = buildTrade(id);
  return { ...row, fees: [{ asset: 'USDT', amount: 3.3 }], position: 'closed', net_usd: 4.81, ...more };
}

function draw({
  search = {},
  rows = [buildRow(1)],
  total = rows.length,
}: {
  search?: Record<string, string>;
  rows?: AuditTradeRow[];
  total?: number;
} = {}) {
  const address = fakeAddress(search);
  const { kind: _kind, ...event } = buildEvent(9);
  const server = new FakeServer()
    .on(getAuditTrades, { ok: true, rows, total })
    .on(getAuditEvents, { ok: true, rows: [event], total: 1 })
    .on(getAuditTrade, { ok: true, row: rows[0] ?? buildRow(1) }, '/api/audit/trades/1')
    .on(getAuditEvent, { ok: true, row: event }, '/api/audit/events/9')
    .on(getAuditTrade, { status: 404, code: 'not_found', error: 'Row 48211 not found' }, '/api/audit/trades/48211');
  const addresses: string[] = [];
  const { fetch } = server;
  const listening: typeof fetch = (input, init) => {
    addresses.push(String(input));
    return fetch(input, init);
  };
  Object.assign(server, { fetch: listening });
  const stage = renderOn(
    server,
    <address.Place>
      <AuditPanel />
    </address.Place>,
  );
  return { ...stage, address, addresses };
}

const change = (label: string | RegExp, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('Audit Log', () => {
  it('has both tabs, the documented filters, buttons and columns, and what a trade cost and earned', async () => {
    draw();
    const table = await screen.findByRole('table');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Trades', 'Events']);
    for (const label of ['Symbol', 'Venues contains', 'From (UTC)', 'To (UTC)', 'Page size'])
      expect(screen.getByLabelText(label)).toBeTruthy();
    const size = screen.getByLabelText<HTMLSelectElement>('Page size');
    expect([[...size.options].map(({ value }) => value), size.value]).toEqual([['25', '50', '100', '200'], '50']);
    for (const name of ['Refresh', 'Export CSV', 'Prev', 'Next', 'Show JSON of 1', 'Copy Link', 'Show the moment of 1'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((each) => each.textContent),
    ).toEqual(['ID', 'Created (UTC)', 'Symbol', 'Venues', 'Side', 'Qty', 'Price', 'Fee', 'P&L', 'Result', 'Actions']);
    const cells = within(within(table).getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');
    expect(cells.slice(0, 10).map((cell) => cell.textContent)).toEqual([
      '1',
      '2023-11-14 22:13:20',
      'SOLUSDT',
      'BYBIT',
      'SELL',
      '42.0000',
      '142.8600',
      '3.3000 USDT',
      '+$4.81',
      'filled',
    ]);
  });

  it('says open of what is not closed, and a dash of what is not known', async () => {
    draw({
      rows: [
        buildRow(1, { position: 'open', net_usd: null }),
        buildRow(2, { position: 'none', net_usd: null, fees: [] }),
      ],
    });
    const table = await screen.findByRole('table');
    const [open, none] = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect([open?.[8], none?.[7], none?.[8]]).toEqual(['open', '—unknown', '—unknown']);
  });

  it('counts pages truly and goes through them', async () => {
    const { addresses, address } = draw({ total: 120 });
    await screen.findByText('Page 1 / 3');
    expect(screen.getByText('120 rows in this window')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Page 2 / 3');
    await waitFor(() => expect(addresses.at(-1)).toBe('/api/audit/trades?limit=50&offset=50'));
    expect(address.raw()).toEqual({ auditPage: '2' });
  });

  it('puts its filters into the address and the call, each at its first page', async () => {
    const { addresses, address, clock } = draw({ search: { auditPage: '2' }, total: 120 });
    await screen.findByText('Page 2 / 3');
    change('Symbol', 'btcusdt');
    act(() => clock.advance(400));
    change('Venues contains', 'byb');
    fireEvent.blur(screen.getByLabelText('Venues contains'));
    change('Page size', '100');
    change('From (UTC)', '14.11.2023');
    fireEvent.blur(screen.getByLabelText('From (UTC)'));
    expect(screen.getByLabelText('From (UTC)').getAttribute('aria-invalid')).toBe('true');
    expect(address.raw()).not.toHaveProperty('auditFrom');
    change('From (UTC)', '2023-11-14 22:00');
    fireEvent.blur(screen.getByLabelText('From (UTC)'));
    expect(screen.getByLabelText('From (UTC)').getAttribute('aria-invalid')).toBe('false');
    expect(address.raw()).toEqual({
      auditSymbol: 'BTCUSDT',
      auditVenues: 'BYB',
      auditSize: '100',
      auditFrom: '1699999200',
    });
    await waitFor(() =>
      expect(addresses.at(-1)).toBe('/api/audit/trades?since=1699999200&symbol=BTCUSDT&venues=BYB&limit=100&offset=0'),
    );
  });

  it('shows and hides what is kept of a row, and copies it', async () => {
    const written = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
    draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Show JSON of 1' }));
    expect(screen.getByLabelText('Payload').textContent).toContain('"source": "carry"');
    expect(screen.getByLabelText('Result').textContent).toContain('"status": "filled"');
    fireEvent.click(screen.getByRole('button', { name: 'Copy JSON' }));
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toEqual(buildRow(1));
    fireEvent.click(screen.getByRole('button', { name: 'Hide JSON of 1' }));
    expect(screen.queryByLabelText('Payload')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(written).toHaveBeenLastCalledWith(`${window.location.origin}/app/pro-dashboard?auditTab=trades&auditId=1`);
    await screen.findAllByText('Copied');
  });

  it('shows the row of a link whole, and sets the time to 120 seconds around it', async () => {
    const { address } = draw({ search: { auditTab: 'trades', auditId: '1' } });
    const box = screen.getByRole('region', { name: 'Focused Row (from link)' });
    await within(box).findByLabelText('Payload');
    expect(within(box).getByText('Focused Row (from link)')).toBeTruthy();
    expect(within(box).getByLabelText('Result')).toBeTruthy();
    expect(within(box).getByText('#1, window 22:11:20 to 22:15:21 UTC')).toBeTruthy();
    expect(address.raw()).toMatchObject({ auditFrom: String(AT_S - 120), auditTo: String(AT_S + 121) });
    fireEvent.click(within(box).getByRole('button', { name: 'Highlight in table' }));
    await waitFor(() => expect(document.querySelector('tr[aria-current="true"]')?.textContent).toContain('SOLUSDT'));
    expect(document.activeElement?.getAttribute('data-id')).toBe('1');
  });

  it('shows an event of a link without a result, on its tab', async () => {
    draw({ search: { auditTab: 'events', auditId: '9' } });
    const box = screen.getByRole('region', { name: 'Focused Row (from link)' });
    await within(box).findByLabelText('Payload');
    expect(within(box).queryByLabelText('Result')).toBeNull();
    expect(screen.getByRole('tab', { name: 'Events' }).getAttribute('aria-selected')).toBe('true');
  });

  it('says "Row 48211 not found"', async () => {
    draw({ search: { auditTab: 'trades', auditId: '48211' } });
    expect(await screen.findByText('Row 48211 not found')).toBeTruthy();
    cleanup();
    draw({ search: { auditId: 'nonsense' } });
    expect(await screen.findByText('Row nonsense not found')).toBeTruthy();
  });

  it('asks once for a row that is not on record, while the list is renewed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server } = draw({ search: { auditTab: 'trades', auditId: '48211' } });
    expect(await screen.findByText('Row 48211 not found')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(35_000));
    expect(server.of(getAuditTrades).length).toBeGreaterThan(2);
    expect(server.asked.filter(({ path }) => path === '/api/audit/trades/48211')).toHaveLength(1);
    vi.useRealTimers();
  });

  it('tells why the log could not be loaded, and tries again', async () => {
    const { server } = draw();
    await screen.findByRole('table');
    server.on(getAuditTrades, { status: 503, code: 'engine_busy', error: 'The audit can not be read now' });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('The audit can not be read now')).toBeTruthy();
    expect(screen.getByRole('table')).toBeTruthy();
    server.on(getAuditTrades, { ok: true, rows: [], total: 0 });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No trades in this window')).toBeTruthy();
  });

  it.each([
    ['trades', 'Trades'],
    ['events', 'Events'],
  ])('exports the %s of the filter as the server writes them', async (tab) => {
    const { addresses } = draw({ search: { auditTab: tab, auditSymbol: 'BTCUSDT' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(addresses).toContain(`/api/audit/${tab}/export?symbol=BTCUSDT`));
  });

  it('keeps a filter under a name and applies it again', async () => {
    const { address } = draw({ search: { auditSymbol: 'BTCUSDT' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Save filter' }));
    change('Name of the filter', 'mine');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address.raw()).toEqual({});
    change('Saved filters', '');
    change('Saved filters', 'mine');
    expect(address.raw()).toMatchObject({ auditSymbol: 'BTCUSDT' });
    fireEvent.click(screen.getByRole('button', { name: 'Delete filter' }));
    expect(screen.queryByLabelText('Saved filters')).toBeNull();
  });

  it('leads to the moment of a row', async () => {
    const { address } = draw();
    fireEvent.click(await screen.findByRole('button', { name: 'Show the moment of 1' }));
    expect(address.raw()).toMatchObject({ moment: 'trade:1', momentSymbol: 'SOLUSDT' });
  });
});
