import {
  executeLive,
  getArbitrageSettings,
  getExecutions,
  getRounds,
  previewExecuteLive,
  type ArbExecution,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTrade } from '../../../shared/arb-trades/sample-trade.ts';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer } from '../../../shared/fake-server.fixture.tsx';
import { drawPanel } from '../pro-panel.fixture.tsx';
import { readLaunch, writeLaunch } from './launch-address.ts';
import { FIRST_LAUNCH, readLaunchForm } from './launch-form.ts';
import { LauncherPanel } from './launcher-panel.tsx';

afterEach(cleanup);

type Preview = RouteOutput<typeof previewExecuteLive>;

const PLANNED = buildTrade({ state: 'planned', open_net_usd: null, open_net_bps: null });
const SENT = buildTrade({ state: 'sent' });

const build = (change: Partial<Preview> = {}): Preview => ({
  ok: true,
  verdict: 'PASS',
  reason: null,
  trade: PLANNED,
  gates: [],
  checks: [],
  expected_usd: 0.08,
  outlook: {
    expected_net_bps: 6.4,
    cost_bps: 11,
    cost_usd: 0.13,
    take_profit_usd: 0.42,
    worst_case_usd: -0.3,
    worst_case_bps: -25,
    worst_case_by: 'stop_loss',
    reward_to_risk: 1.4,
  },
  min_notional_usd: 60.21,
  proposed_notional_usd: 120,
  ...change,
});

const LOSES = build({ verdict: 'BLOCK', reason: 'ends at -3.0 bps after fees', expected_usd: -0.04 });

function draw(preview: Preview | ((body: unknown) => Preview) = build(), trade: ArbExecution = SENT, start = {}) {
  const server = new FakeServer()
    .on(previewExecuteLive, ({ body }) => (typeof preview === 'function' ? preview(body) : preview))
    .on(executeLive, { ok: true, trade, message: 'Both legs are sent' })
    .on(getArbitrageSettings, { status: 503, code: 'engine_unavailable', error: 'off' })
    .on(getExecutions, { ok: true, executions: [], total: 0, timestamp: 1_700_000_000 })
    .on(getRounds, { ok: true, rounds: [], count: 0, total: 0, timestamp: 1_700_000_000 });
  return { ...drawPanel(server, <LauncherPanel />, start), server };
}

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const fill = (name: string, value: string): boolean => fireEvent.change(field(name), { target: { value } });
const execute = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: /^Execute/ });
const override = (): HTMLElement => screen.getByRole('switch', { name: /^Override/ });
async function ready(): Promise<void> {
  await screen.findByRole('form');
  await waitFor(() => expect(execute().disabled).toBe(false));
}

describe('the trade launcher', () => {
  it('starts with notional 120, bracket panic, TP 35, SL 25, all venues and an empty qty, which is not sent', async () => {
    const { server } = draw();
    await ready();
    expect(screen.getByRole('heading', { name: 'Trade Launcher (ARB)' })).toBeTruthy();
    expect(['Qty', 'Notional', 'TP', 'SL'].map((name) => field(name).value)).toEqual(['', '120', '35', '25']);
    expect(screen.getByRole('radio', { name: 'panic' }).getAttribute('aria-checked')).toBe('true');
    const order = {
      symbol: 'BTCUSDT',
      mode: 'ARB',
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      notional_usd: 120,
      with_bracket: 'panic',
      tp_bps: 35,
      sl_bps: 25,
    };
    expect(server.of(previewExecuteLive)[0]?.body).toEqual(order);
    fireEvent.click(execute());
    await waitFor(() => expect(server.of(executeLive).map(({ body }) => body)).toEqual([order]));
  });

  it('shows legs, fees, cost, expected net, worst case and risk/reward before the click', async () => {
    draw();
    await ready();
    const text = screen.getByRole('form').textContent ?? '';
    for (const part of ['Buy BYBIT', 'Sell KUCOIN', '5.5 bps', '11.0 bps, $0.13', '+6.4 bps, +$0.08', '1 : 1.40'])
      expect(text).toContain(part);
    expect(text).toContain('Worst case at SL-25.0 bps, -$0.30');
    expect(text).toContain('a missing leg is completed or unwound for at most 39.5 bps');
    expect(text).toContain('both legs take from $60.21');
  });

  it('holds Execute until PASS, and says why', async () => {
    draw(build({ verdict: 'BLOCK', reason: 'the book of BYBIT is 3311 ms old' }));
    expect(await screen.findByText('the book of BYBIT is 3311 ms old')).toBeTruthy();
    expect(screen.getByText('Execute waits until nothing blocks.')).toBeTruthy();
    expect(execute().disabled).toBe(true);
  });

  it('takes an expected loss on paper by an override with a reason, which is sent', async () => {
    const { server, clock } = draw((body) =>
      (body as { accept_negative?: boolean }).accept_negative === true ? build({ expected_usd: -0.04 }) : LOSES,
    );
    await screen.findByText('Execute waits for PASS, or an override with a reason.');
    fireEvent.click(override());
    act(() => clock.advance(400));
    await screen.findAllByText('Say why an expected loss is taken');
    expect(execute().disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: ' to see a repair ' } });
    await ready();
    fireEvent.click(execute());
    await waitFor(() =>
      expect(server.of(executeLive)[0]?.body).toMatchObject({ accept_negative: true, reason: 'to see a repair' }),
    );
    expect(server.of(previewExecuteLive).some(({ body }) => 'reason' in (body as object))).toBe(false);
  });

  it('offers no override where a leg is LIVE', async () => {
    draw({ ...LOSES, trade: { ...PLANNED, execution_mode: 'live' } });
    await screen.findByText('On paper only: a leg of this trade is LIVE');
    expect((override() as HTMLButtonElement).disabled).toBe(true);
  });

  it('asks before a LIVE order, naming both legs, the size and the worst case', async () => {
    const { server } = draw(build({ trade: { ...PLANNED, execution_mode: 'live' } }));
    await ready();
    fireEvent.click(execute());
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Execute BTCUSDT BYBIT → KUCOIN, LIVE?')).toBeTruthy();
    expect(dialog.textContent).toContain('Worst case: closed at -47.0 bps');
    expect(server.of(executeLive)).toEqual([]);
    confirmLater(dialog);
    await waitFor(() => expect(server.of(executeLive)).toHaveLength(1));
  });

  it('takes its question away where the outcome of a LIVE order is not known, and calls nothing failed', async () => {
    const { server } = draw(build({ trade: { ...PLANNED, execution_mode: 'live' } }));
    server.on(executeLive, { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' });
    await ready();
    fireEvent.click(execute());
    confirmLater(await screen.findByRole('alertdialog'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.of(executeLive)).toHaveLength(1);
    expect((await screen.findAllByRole('alert')).map((each) => each.textContent)).toContain(
      'The order is being checked',
    );
    expect(document.body.textContent).not.toContain('Failed to execute');
  });

  it('follows the launched trade leg by leg, with its latency and certificates', async () => {
    draw(build(), buildTrade());
    await ready();
    fireEvent.click(execute());
    const launched = await screen.findByRole('region', { name: 'Launched trade' });
    expect(within(launched).getByRole('list', { name: 'Progress' })).toBeTruthy();
    expect(launched.textContent).toContain('BYBIT');
    expect(launched.textContent).toMatch(/Both legs filled after 118\s?ms/);
    expect(within(launched).getByRole('region', { name: 'Certificates' })).toBeTruthy();
    expect(within(launched).getByRole('link', { name: 'Open execution' }).getAttribute('href')).toContain(SENT.id);
  });

  it('offers the amount that both legs take where the usual one is too small', async () => {
    draw(build({ verdict: 'BLOCK', reason: 'too small', trade: null, outlook: null, proposed_notional_usd: 129 }));
    fireEvent.click(await screen.findByRole('button', { name: 'Use $129.00' }));
    expect(field('Notional').value).toBe('129');
  });

  it('says what an order that was refused was refused for', async () => {
    const { server } = draw();
    server.on(executeLive, { status: 409, code: 'risk_blocked', error: 'Free margin is too small' });
    await ready();
    fireEvent.click(execute());
    expect((await screen.findAllByRole('alert')).map((each) => each.textContent)).toContain('Free margin is too small');
    expect(screen.queryByRole('region', { name: 'Launched trade' })).toBeNull();
  });

  it('holds Execute while a preview fails', async () => {
    const { server, clock } = draw();
    await ready();
    server.on(previewExecuteLive, 'network');
    fill('Notional', '250');
    act(() => clock.advance(400));
    expect(await screen.findByText(/Failed to preview/)).toBeTruthy();
    expect(execute().disabled).toBe(true);
  });

  it('starts with what the simulator sent', async () => {
    draw(build(), SENT, { launchSymbol: 'ETHUSDT', launchVenues: 'OKX,BYBIT', launchQty: '0.05', launchSend: '1' });
    await screen.findByRole('form');
    expect([field('Symbol').value, field('Qty').value, field('Notional').value]).toEqual(['ETHUSDT', '0.05', '']);
    expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'KUCOIN' }).getAttribute('aria-checked')).toBe(
      'false',
    );
  });
});

describe('the form of the launcher', () => {
  it('refuses what is no size, one venue, and a bracket out of bounds, each at its field', () => {
    const { order, errors } = readLaunchForm({
      ...FIRST_LAUNCH,
      symbol: ' ',
      venues: ['OKX'],
      notionalUsd: '-1',
      tpBps: '0',
      slBps: '5001',
    });
    expect(order).toBeNull();
    expect(errors).toMatchObject({
      symbol: 'Enter a symbol',
      venues: 'Choose two venues at least',
      notionalUsd: 'Enter a number over 0',
      tpBps: 'Enter 0.1 to 5000, net of the pair',
      slBps: 'Enter 0.1 to 5000, net of the pair',
    });
  });

  it('sends neither quantity nor notional where none is filled, and no bracket where none is wanted', () => {
    const { order } = readLaunchForm({ ...FIRST_LAUNCH, notionalUsd: '', bracket: 'none', tpBps: 'x' });
    expect(order).toEqual({
      symbol: 'BTCUSDT',
      mode: 'ARB',
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
      with_bracket: 'none',
    });
  });

  it('reads back from the address what was written into it, and takes the same trade twice', () => {
    const sent = {
      ...FIRST_LAUNCH,
      symbol: 'ethusdt',
      qty: '0.05',
      notionalUsd: '',
      venues: ['BYBIT', 'OKX'] as const,
    };
    const texts = (change: object) =>
      Object.fromEntries(Object.entries(change).map(([name, value]) => [name, String(value)]));
    const once = texts(writeLaunch(sent, {}));
    expect(readLaunch(once).form).toEqual({ ...sent, symbol: 'ETHUSDT' });
    expect(readLaunch(texts(writeLaunch(sent, once))).key).not.toBe(readLaunch(once).key);
    expect(readLaunch({ launchSymbol: '<b>', launchQty: 'x' }).form).toEqual(FIRST_LAUNCH);
    const usual = { tpBps: '99', slBps: '77' };
    expect(readLaunch({}, usual).form).toEqual({ ...FIRST_LAUNCH, ...usual });
    expect(readLaunch(once, usual).form).toMatchObject({ symbol: 'ETHUSDT', ...usual });
  });
});
