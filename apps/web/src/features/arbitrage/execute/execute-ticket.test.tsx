import { executeLive, getArbitrageSettings, previewExecuteLive, type RouteOutput } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildTrade } from '../../../shared/arb-trades/sample-trade.ts';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { buildOpportunity } from '../sample-opportunity.ts';
import { SETTINGS } from '../settings/sample-settings.ts';
import { ExecuteTicket } from './execute-ticket.tsx';
import { readTicket, ticketOfRow } from './ticket-form.ts';

afterEach(cleanup);

type Preview = RouteOutput<typeof previewExecuteLive>;

const ROW = buildOpportunity();
const PLANNED = buildTrade({ state: 'planned', open_net_usd: null, open_net_bps: null });

function buildPreview(change: Partial<Preview> = {}): Preview {
  const gate = { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: 0, bound: 0 } as const;
  return {
    ok: true,
    verdict: 'PASS',
    reason: null,
    trade: PLANNED,
    gates: [
      { ...gate, venue: 'BYBIT', leg: 'buy' },
      { ...gate, venue: 'KUCOIN', leg: 'sell' },
    ],
    checks: [],
    expected_usd: 1.63,
    outlook: null,
    min_notional_usd: 127.93,
    proposed_notional_usd: 129,
    ...change,
  };
}

function open(preview: Preview) {
  const onExecuted = vi.fn();
  const server = new FakeServer()
    .on(previewExecuteLive, preview)
    .on(executeLive, { ok: true, trade: buildTrade({ state: 'sent' }), message: 'Both legs are sent' })
    .on(getArbitrageSettings, { ok: true, settings: SETTINGS });
  const stage = renderOn(server, <ExecuteTicket row={ROW} kind="round" onExecuted={onExecuted} />);
  return { ...stage, onExecuted };
}

const button = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: /^Execute/ });
/** It keeps the focus while it takes no press. */
const isShut = (): boolean => button().getAttribute('aria-disabled') === 'true';
const isReady = () => vi.waitFor(() => expect(isShut()).toBe(false));

describe('the execute ticket', () => {
  it('shows legs, fees, expected net, gates, worst case and the smallest size before anything can be sent', async () => {
    open(buildPreview());
    expect(isShut()).toBe(true);
    await isReady();
    for (const text of [
      '0.15318',
      '5.5 bps',
      '+16.3',
      '+$1.63',
      'Risk gates of both legs: 2 of 2 pass',
      'both legs take from $127.93',
      'closed at -47.0 bps net of the pair (stop loss 25.0 bps and the four fees)',
      'a missing leg is completed or unwound for at most 39.5 bps',
      'far stops at the venues: BYBIT 0.14552, KUCOIN 0.16152',
    ])
      expect(screen.getAllByText(text), text).not.toHaveLength(0);
    await screen.findByText('closed when the pair has lost $20.00 (loss cap)');
  });

  it('sends a paper order with one press, for the row and at the size entered', async () => {
    const { server, onExecuted } = open(buildPreview());
    await isReady();
    expect(button().textContent).toContain('PAPER');
    fireEvent.click(button());
    await vi.waitFor(() => expect(onExecuted).toHaveBeenCalledTimes(1));
    expect(server.of(executeLive).map((asked) => asked.body)).toEqual([
      { opportunity_id: ROW.id, notional_usd: 1000, with_bracket: 'panic', tp_bps: 35, sl_bps: 25 },
    ]);
  });

  it('asks before a live order, with focus on Cancel, and sends nothing until LIVE is confirmed', async () => {
    const { server } = open(buildPreview({ trade: { ...PLANNED, execution_mode: 'live' } }));
    await isReady();
    fireEvent.click(button());
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Execute DOGE BYBIT → KUCOIN, LIVE?')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(within(dialog).getByRole('button', { name: 'Execute LIVE' })).toBeTruthy();
    expect(server.of(executeLive)).toEqual([]);
  });

  it('takes its question away where the outcome is not known, and calls nothing failed', async () => {
    const { server } = open(buildPreview({ trade: { ...PLANNED, execution_mode: 'live' } }));
    server.on(executeLive, { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' });
    await isReady();
    fireEvent.click(button());
    confirmLater(await screen.findByRole('alertdialog'));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.of(executeLive)).toHaveLength(1);
    expect(screen.getByText('The order is being checked')).toBeTruthy();
    expect(document.body.textContent).not.toContain('Failed to execute');
  });

  it('is refused with the reason while the preview blocks', async () => {
    open(buildPreview({ verdict: 'BLOCK', reason: 'the book of DOGEUSDT.PERP.KUCOIN is 3311 ms old' }));
    expect(await screen.findByText('the book of DOGEUSDT.PERP.KUCOIN is 3311 ms old')).toBeTruthy();
    expect(isShut()).toBe(true);
  });

  it('asks anew for another size once typing rests, and holds the button until then', async () => {
    const { server, clock } = open(buildPreview());
    await isReady();
    fireEvent.change(screen.getByLabelText('Size per leg (USD)'), { target: { value: '250' } });
    expect(isShut()).toBe(true);
    act(() => clock.advance(400));
    await isReady();
    expect(server.of(previewExecuteLive).at(-1)?.body).toMatchObject({ notional_usd: 250 });
  });
});

describe('readTicket', () => {
  const form = ticketOfRow(ROW);

  it('refuses what is no size and a bracket out of bounds, each at its field', () => {
    const { order, errors } = readTicket({ ...form, notionalUsd: '-5', slBps: '0' }, ROW.id);
    expect(order).toBeNull();
    expect(errors).toEqual({
      notionalUsd: 'Enter over 0 USD, per leg',
      tpBps: null,
      slBps: 'Enter 0.1 to 5000 bps, net of the pair',
    });
  });

  it('leaves out a bracket that is not wanted', () => {
    expect(readTicket({ ...form, bracket: 'none', tpBps: 'x', sequencing: 'thin-first' }, ROW.id).order).toEqual({
      opportunity_id: ROW.id,
      notional_usd: 1000,
      with_bracket: 'none',
      sequencing: 'thin-first',
    });
  });
});
