import { precheckTrade, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { SimulatorPanel } from './simulator-panel.tsx';

afterEach(cleanup);

type Answer = RouteOutput<typeof precheckTrade>;
type Decision = Answer['decisions'][number];

const gate = (name: string, more: Partial<Decision> = {}): Decision => ({
  gate: name,
  ok: true,
  code: null,
  detail: 'fine',
  value: null,
  bound: null,
  venue: 'BINANCE',
  ...more,
});

const BLOCKED = gate('free-margin', {
  ok: false,
  code: 'risk_free_margin',
  detail: 'binds 5000 USD, at most 100 USD',
  value: 5000,
  bound: 100,
  venue: 'BYBIT',
});

const build = (change: Partial<Answer> = {}): Answer => ({
  ok: false,
  verdict: 'BLOCK',
  suggestion: { suggested_qty_quantized: 0.0019 },
  decisions: [
    gate('max-position', { value: 182.96, bound: 1000 }),
    gate('max-position', { value: 182.9, bound: 1000, venue: 'BYBIT' }),
    gate('free-margin', { value: 36, bound: 12_088 }),
    BLOCKED,
    gate('entry-net', { ok: false, weight: 'soft', unit: 'bps', value: 0.5, bound: 5, venue: null, setting: 'x' }),
  ],
  venues: [],
  expected: null,
  pair_id: null,
  ...change,
});

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const fill = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } });
const row = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-gate="${name}"]`);
  if (found === null) throw new Error(`no row ${name}`);
  return found;
};

async function draw(answer: Answer = build()) {
  const server = new FakeServer().on(precheckTrade, answer);
  const stage = drawPanel(server, <SimulatorPanel />);
  await screen.findByRole('list', { name: 'Gates' });
  return { ...stage, server };
}

describe('the pre-trade simulator', () => {
  it('starts with BTCUSDT, ARB, four venues, qty 0.002 and no notional, which then is not sent', async () => {
    const { server } = await draw();
    expect(screen.getByRole('heading', { name: 'Pre-Trade Simulator' })).toBeTruthy();
    expect([field('Symbol').value, field('Mode').value, field('Qty').value, field('Notional').value]).toEqual([
      'BTCUSDT',
      'ARB',
      '0.002',
      '',
    ]);
    expect(server.of(precheckTrade)[0]?.body).toEqual({
      symbol: 'BTCUSDT',
      mode: 'ARB',
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      qty: 0.002,
    });
  });

  it('says BLOCK, and of each gate OK or BLOCK with its value against its limit, those that block first', async () => {
    await draw();
    expect(screen.getByRole('status').textContent).toBe('BLOCK');
    const [first] = within(screen.getByRole('list', { name: 'Gates' })).getAllByRole('listitem');
    expect(first).toBe(row('free-margin'));
    expect(row('free-margin').textContent).toContain('BYBIT 5,000 USD vs 100 USD');
    expect(row('free-margin').textContent).toContain('BLOCK');
    expect(row('max-position').textContent).toMatch(
      /BINANCE 182.96 USD vs 1,000 USD.*BYBIT 182.9 USD vs 1,000 USD.*OK/,
    );
    expect(screen.getByText('2 of 3 gates OK')).toBeTruthy();
  });

  it('says once what it says of both legs, and names no venue twice', async () => {
    const said = (venue: 'OKX' | 'BYBIT', state: string) =>
      gate('venue-health', { venue, detail: `${venue} is ${state}` });
    await draw(build({ decisions: [said('OKX', 'live'), said('BYBIT', 'live')] }));
    expect(row('venue-health').textContent).toMatch(/OKX, BYBIT is live/);
    expect(row('venue-health').querySelectorAll('p')).toHaveLength(1);
  });

  it('tells a soft miss as what blocks nothing', async () => {
    await draw(build({ ok: true, verdict: 'PASS', decisions: build().decisions.filter((each) => each !== BLOCKED) }));
    expect(screen.getByText('PASS')).toBeTruthy();
    expect(row('entry-net').textContent).toContain('0.5 bps vs 5 bps');
    expect(row('entry-net').textContent).toMatch(/Missed: blocks nothing, leaves it for evaluation.*OK$/);
  });

  it('links each gate to the page and field of its setting', async () => {
    const { address } = await draw(
      build({ decisions: [gate('max-position'), gate('allocation-cap'), gate('book-age')] }),
    );
    const link = within(row('max-position')).getByRole('link', { name: 'Max Position Size USD' });
    expect(link.getAttribute('href')).toBe('/app/settings?section=risk');
    fireEvent.click(within(row('allocation-cap')).getByRole('button', { name: 'Weights and bounds' }));
    expect(address.current['panel']).toBe('allocation');
    expect(row('book-age').textContent).toContain('Fixed limit of the platform');
  });

  it('leads from a pair that could not be planned to what held it', async () => {
    const stale = { ok: false, code: 'risk_book_stale', detail: 'the book is 886 ms old', venue: null };
    await draw(build({ decisions: [gate('pair', stale)] }));
    expect(row('pair').textContent).toContain('the book is 886 ms old');
    const link = within(row('pair')).getByRole('link', { name: 'Oldest book at sending' });
    expect(link.getAttribute('href')).toBe('/app/arbitrage?tab=settings');
  });

  it('runs 400 ms after a change, and at once on Simulate', async () => {
    const { server, clock } = await draw();
    fill('Symbol', 'ethusdt');
    expect(field('Symbol').value).toBe('ETHUSDT');
    act(() => clock.advance(399));
    expect(server.of(precheckTrade)).toHaveLength(1);
    act(() => clock.advance(1));
    await waitFor(() => expect(server.of(precheckTrade).at(-1)?.body).toMatchObject({ symbol: 'ETHUSDT' }));
    fill('Qty', '0.5');
    fireEvent.submit(screen.getByRole('form', { name: 'Pre-Trade Simulator' }));
    await waitFor(() => expect(server.of(precheckTrade).at(-1)?.body).toMatchObject({ qty: 0.5 }));
  });

  it('sends either quantity or notional, SCALP for one venue too', async () => {
    const { server, clock } = await draw();
    fill('Notional', '120');
    expect(field('Qty').value).toBe('');
    fill('Mode', 'SCALP');
    for (const venue of ['BYBIT', 'OKX', 'KUCOIN']) fireEvent.click(screen.getByRole('checkbox', { name: venue }));
    act(() => clock.advance(400));
    await waitFor(() =>
      expect(server.of(precheckTrade).at(-1)?.body).toEqual({
        symbol: 'BTCUSDT',
        mode: 'SCALP',
        venues: ['BINANCE'],
        notional_usd: 120,
      }),
    );
    fill('Mode', 'ARB');
    expect(screen.getByText('Choose two venues at least')).toBeTruthy();
    fill('Notional', '-1');
    expect(screen.getByText('Enter a number over 0')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Simulate' }).disabled).toBe(true);
  });

  it('takes the suggested quantity, and sends the trade to the launcher', async () => {
    const { address } = await draw();
    fireEvent.click(screen.getByRole('button', { name: 'Use suggested qty' }));
    expect(field('Qty').value).toBe('0.0019');
    fireEvent.click(screen.getByRole('button', { name: 'Send to launcher' }));
    expect(address.current).toMatchObject({
      launchSymbol: 'BTCUSDT',
      launchVenues: 'BINANCE,BYBIT,OKX,KUCOIN',
      launchQty: '0.0019',
      panel: 'launcher',
    });
  });

  it('shows a refusal with a way to try again, and no verdict', async () => {
    const server = new FakeServer().on(precheckTrade, {
      status: 503,
      code: 'engine_unavailable',
      error: 'Engine starting',
    });
    drawPanel(server, <SimulatorPanel />);
    expect(await screen.findByText('Engine starting')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
