import {
  getExecution,
  getKillEstimate,
  getKillSwitch,
  pullKillSwitch,
  releaseKillSwitch,
  type NotificationRow,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openDialog } from '../../shared/dialogs.ts';
import { confirmLater } from '../../shared/confirm.fixture.ts';
import { FakeServer, renderOn, type Stage } from '../../shared/fake-server.fixture.tsx';
import { KillBanner } from './kill-banner.tsx';
import { KillDialog } from './kill-dialog.tsx';

const VENUES = (['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const).map((venue) => ({ venue, mode: 'paper' as const }));
const OFF = {
  ok: true as const,
  level: 0,
  reason: null,
  since: null,
  venues: VENUES.map((venue) => ({ ...venue, open_positions: 0, open_orders: 0 })),
};
const ESTIMATE = {
  ok: true as const,
  entries: VENUES.map((venue) => ({ ...venue, count: { BINANCE: 3, BYBIT: 2, OKX: 2, KUCOIN: 0 }[venue.venue] })),
  positions: [
    {
      id: 'p1',
      symbol: 'BTCUSDT',
      venue: 'BINANCE' as const,
      mode: 'paper' as const,
      side: 'long' as const,
      size: 0.125,
      pnl: 34.78,
      close_price: 91_482.3,
      fee_usd: 5,
      slippage_usd: 6.86,
    },
  ],
  cost_usd: 11.86,
  unknown: 0,
};
const PULLED: NotificationRow = {
  id: 1,
  ts: 1_700_000_000,
  last_ts: 1_700_000_000,
  count: 1,
  event: 'kill_switch',
  severity: 'CRITICAL',
  title: 'Kill switch pulled',
  body: '',
  symbol: null,
  venues: [],
  record_id: null,
  is_read: false,
  ended_at: null,
};
const report = (failed: string[]) => [
  {
    venue: 'BYBIT' as const,
    mode: 'paper' as const,
    cancelled: 2,
    closed: 1,
    failed,
    open_positions: 0,
    open_orders: 0,
  },
];

function server(): FakeServer {
  return new FakeServer()
    .on(getExecution, { ok: true, market: 'sim', execution: 'paper', venues: VENUES })
    .on(getKillEstimate, ESTIMATE)
    .on(getKillSwitch, OFF)
    .on(pullKillSwitch, { ...OFF, level: 3, since: 1_700_000_000, report: report([]) })
    .on(releaseKillSwitch, OFF);
}

afterEach(cleanup);

async function open(fake: FakeServer): Promise<Stage> {
  const stage = renderOn(fake, <KillDialog />);
  act(() => openDialog('kill-switch'));
  await screen.findByText('Estimated cost $11.86 fees and slippage.', { exact: false });
  return stage;
}

const pulls = (fake: FakeServer) => fake.of(pullKillSwitch).map((asked) => asked.body);

describe('KillDialog', () => {
  it('shows three levels with what each does now, and starts on Cancel', async () => {
    await open(server());
    expect(screen.getByText('7 orders')).toBeTruthy();
    expect(screen.getByText('1 position')).toBeTruthy();
    expect(screen.getByText(/resting orders on BINANCE 3, BYBIT 2, OKX 2. Protective stops stay./)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(screen.getByText('PAPER')).toBeTruthy();
  });

  it('chooses a level by the arrow that moves to it, however short the press', async () => {
    await open(server());
    const [first, second] = screen.getAllByRole('radio');
    if (!first || !second) throw new Error('Invariant: no levels');
    fireEvent.focus(first, { relatedTarget: screen.getByRole('button', { name: 'Cancel' }) });
    expect(first.getAttribute('aria-checked')).toBe('true');
    fireEvent.focus(second, { relatedTarget: first });
    expect(second.getAttribute('aria-checked')).toBe('true');
    expect(first.getAttribute('aria-checked')).toBe('false');
  });

  it('closes all only by CLOSE or by holding: Enter on another word does nothing', async () => {
    const fake = server();
    await open(fake);
    fireEvent.click(screen.getByRole('radio', { name: /close all positions/ }));
    expect((await screen.findByRole('region', { name: 'Positions to close' })).textContent).toContain(
      'closes at ~91,482.3000',
    );
    const field = screen.getByLabelText('Type CLOSE');
    const form = field.closest('form');
    if (!form) throw new Error('Invariant: no form');
    fireEvent.change(field, { target: { value: 'CLOS' } });
    confirmLater(form);
    expect(pulls(fake)).toEqual([]);
    fireEvent.change(field, { target: { value: 'close' } });
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: ' news ' } });
    confirmLater(form);
    await waitFor(() => expect(pulls(fake)).toEqual([{ level: 3, reason: 'news' }]));
  });

  it('stays open where no answer came, and is pulled again: that does no harm', async () => {
    const fake = server().on(pullKillSwitch, 'network');
    await open(fake);
    const pull = () => confirmLater(screen.getByRole('alertdialog'));
    pull();
    const text = 'It is not known whether the kill switch is on; pull it again, which does no harm';
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    const before = pulls(fake).length;
    pull();
    await waitFor(() => expect(pulls(fake).length).toBeGreaterThan(before));
  });

  it('stays open with the reason when the server refuses', async () => {
    const fake = server().on(pullKillSwitch, {
      status: 503,
      code: 'engine_unavailable',
      error: 'The engine is not answering',
    });
    await open(fake);
    confirmLater(screen.getByRole('alertdialog'));
    expect((await screen.findByRole('alert')).textContent).toBe('The engine is not answering');
    expect(screen.getByText('Kill switch')).toBeTruthy();
  });
});

describe('a venue that does not answer', () => {
  it('leaves the dialog once the switch counts, though the answer about the venues is still out', async () => {
    const fake = server().on(pullKillSwitch, 'never');
    const { stream } = await open(fake);
    confirmLater(screen.getByRole('alertdialog'));
    await waitFor(() => expect(pulls(fake)).toHaveLength(1));
    expect(screen.getByRole('alertdialog')).toBeTruthy();
    fake.on(getKillSwitch, { ...OFF, level: 1, since: 1_700_000_000 });
    stream.push('notifications', {
      kind: 'update',
      ts: 1_700_000_001,
      payload: { notifications: [PULLED], unread: 1 },
    });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('says that it is being closed, what is open and that the server goes on', async () => {
    const venues = [{ venue: 'BYBIT' as const, mode: 'live' as const, open_positions: 1, open_orders: 2 }];
    const fake = server().on(getKillSwitch, { ...OFF, level: 3, since: 1_700_000_000, venues });
    renderOn(fake, <KillBanner />);
    expect(await screen.findByText(/Level 3: engines stopped, positions are being closed\./)).toBeTruthy();
    expect(screen.getByText(/Still open: BYBIT 1 position, 2 orders/).textContent).toContain(
      'The server goes on trying by itself.',
    );
  });
});

describe('KillBanner', () => {
  it('is absent while the switch is off', async () => {
    const fake = server();
    renderOn(fake, <KillBanner />);
    await waitFor(() => expect(fake.of(getKillSwitch)).toHaveLength(1));
    expect(screen.queryByText(/Kill switch active/)).toBeNull();
  });

  it('says since when, tries the same level again with the result per venue, and names what a release does not do', async () => {
    const on = { ...OFF, level: 3, since: 1_700_000_000, reason: 'news' };
    const fake = server()
      .on(getKillSwitch, on)
      .on(pullKillSwitch, { ...on, report: report(['BTCUSDT: refused']) });
    renderOn(fake, <KillBanner />);
    expect((await screen.findByRole('alert')).textContent).toContain('Kill switch active since 22:13:20');
    fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
    expect(await screen.findByText(/2 cancelled, 1 closed, failed: BTCUSDT: refused/)).toBeTruthy();
    expect(pulls(fake)).toEqual([{ level: 3, reason: 'news' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Release' }));
    expect(await screen.findByText('Release does not reopen positions and does not start engines.')).toBeTruthy();
  });
});
