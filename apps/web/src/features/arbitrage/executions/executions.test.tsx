import {
  closeExecution,
  flattenExecution,
  getExecutionById,
  getExecutions,
  getRounds,
  type ArbExecution,
} from '@riptide/contracts/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildEndedTrade, buildTrade } from '../../../shared/arb-trades/sample-trade.ts';
import { useArbTradesFeed } from '../../../shared/arb-trades/use-arb-trades.ts';
import { confirmLater } from '../../../shared/confirm.fixture.ts';
import { FakeServer, renderOn } from '../../../shared/fake-server.fixture.tsx';
import { ExecutionsPanel } from '../components/executions-panel.tsx';
import { NakedBanner } from './naked-banner.tsx';
import { TradeDrawer } from './trade-drawer.tsx';

afterEach(cleanup);

function serverWith(...executions: ArbExecution[]): FakeServer {
  return new FakeServer()
    .on(getExecutions, { ok: true, executions, total: executions.length, timestamp: 1_700_000_100 })
    .on(getRounds, { ok: true, rounds: [], count: 0, total: 0, timestamp: 1_700_000_100 });
}

function Followed({ onOpen = () => {} }: { onOpen?: (id: string) => void }) {
  useArbTradesFeed();
  return <ExecutionsPanel onOpen={onOpen} onAll={() => {}} />;
}

const ID = buildTrade().id;
const CLOSE_PATH = `/api/arbitrage/executions/${ID}/close`;
const FLATTEN_PATH = `/api/arbitrage/executions/${ID}/flatten`;
const EXECUTOR = {
  auto_execute: false,
  trades_last_hour: 0,
  last_refusal: null,
  open_trades: 1,
  open_rounds: 0,
  naked: [ID],
  stability: { score: 10, max: 10, off: false },
  breaker: { losses: 0, halted_until: null, halts: 0, off: false },
  cooldowns: [],
  dust: [],
};

describe('recent executions', () => {
  it('says what comes next while there are none', async () => {
    renderOn(serverWith(), <Followed />);
    expect(await screen.findByText('No executions yet')).toBeTruthy();
  });

  it('shows net bps, latency and P&L, and opens the certificate', async () => {
    const onOpen = vi.fn();
    renderOn(serverWith(buildEndedTrade()), <Followed onOpen={onOpen} />);
    const row = (await screen.findByText('DOGE')).closest('tr');
    for (const text of ['14.3', '118 ms', '+$1.43']) expect(within(row!).getByText(text)).toBeTruthy();
    fireEvent.click(row!);
    expect(onOpen).toHaveBeenCalledWith(ID);
  });

  it('follows the pushed topic leg by leg and says how many legs stand', async () => {
    const { stream } = renderOn(serverWith(buildTrade({ state: 'sent' })), <Followed />);
    await screen.findByText('Orders sent');
    const [buy, sell] = buildTrade().legs;
    const half = buildTrade({ state: 'imbalanced', legs: [buy!, { ...sell!, entry_qty: 0 }] });
    stream.push('executions', {
      kind: 'update',
      ts: 1_700_000_101,
      payload: { executions: [half], rounds: [], removed: [] },
    });
    expect(await screen.findByText('1 of 2 legs, being put right')).toBeTruthy();
  });

  it('shows a failed load with Retry', async () => {
    renderOn(serverWith().on(getExecutions, 'network'), <Followed />);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByText(/Failed to load executions/)).toBeTruthy();
  });
});

describe('the drawer of an execution', () => {
  const open = (trade: ArbExecution) =>
    renderOn(
      serverWith(trade)
        .on(closeExecution, { ok: true, execution: buildEndedTrade(), message: 'Both legs are closed' }, CLOSE_PATH)
        .on(flattenExecution, { ok: true, execution: buildEndedTrade(), message: 'Flat' }, FLATTEN_PATH),
      <TradeDrawer id={trade.id} onClose={() => {}} />,
    );

  it('puts predicted beside realised, the parts of the result, and what both venues held', async () => {
    open(buildEndedTrade());
    const drawer = await screen.findByRole('dialog', { name: 'DOGEUSDT · BYBIT → KUCOIN' });
    await within(drawer).findByText('Predicted, round trip');
    for (const text of [
      '+16.3',
      '+14.3',
      '+$2.50',
      '$1.10',
      '+$1.43',
      'Certificate of flat',
      'holds',
      'both venues are flat',
    ])
      expect(within(drawer).getAllByText(text), text).not.toHaveLength(0);
    // KUCOIN could not be read: a dash, never a zero.
    expect(within(drawer).getAllByText('unknown')).not.toHaveLength(0);
    expect(within(drawer).queryByRole('button', { name: /Close both legs/ })).toBeNull();
  });

  it('closes a paper pair with one press', async () => {
    const { server } = open(buildTrade());
    fireEvent.click(await screen.findByRole('button', { name: /Close both legs/ }));
    expect(await screen.findAllByText('Certified flat')).not.toHaveLength(0);
    expect(server.asked.filter((asked) => asked.path === CLOSE_PATH)).toHaveLength(1);
  });

  it('asks before a live pair is closed', async () => {
    const { server } = open(buildTrade({ execution_mode: 'live' }));
    fireEvent.click(await screen.findByRole('button', { name: /Close both legs/ }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Close both legs?' });
    expect(within(dialog).getByRole('button', { name: 'Close LIVE' })).toBeTruthy();
    expect(server.asked.filter((asked) => asked.method === 'POST')).toEqual([]);
  });

  it.each([
    ['hedged', /Close both legs/, CLOSE_PATH, closeExecution],
    ['naked', /Flatten now/, FLATTEN_PATH, flattenExecution],
  ] as const)(
    'takes its question away where it is not known what became of a %s one',
    async (state, name, path, route) => {
      const { server } = open(buildTrade({ execution_mode: 'live', state }));
      server.on(route, { status: 504, code: 'order_outcome_unknown', error: 'The order is being checked' }, path);
      fireEvent.click(await screen.findByRole('button', { name }));
      confirmLater(await screen.findByRole('alertdialog'));
      await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(server.asked.filter((asked) => asked.path === path)).toHaveLength(1);
    },
  );

  it('asks for one that is older than the list by its id', async () => {
    const old = buildEndedTrade({ id: 'a0000000000z' });
    renderOn(
      serverWith().on(getExecutionById, { ok: true, execution: old }, '/api/arbitrage/executions/a0000000000z'),
      <TradeDrawer id="a0000000000z" onClose={() => {}} />,
    );
    expect(await screen.findAllByText('Certified flat')).not.toHaveLength(0);
  });
});

describe('the NAKED banner', () => {
  it('names the leg that stands alone and flattens it', async () => {
    const server = serverWith(buildTrade({ state: 'naked' })).on(
      flattenExecution,
      { ok: true, execution: buildEndedTrade(), message: 'Flat' },
      FLATTEN_PATH,
    );
    renderOn(server, <NakedBanner executor={EXECUTOR} onOpen={() => {}} />);
    expect((await screen.findByText('NAKED')).closest('[role="alert"]')?.textContent).toContain('New risk is off');
    expect(await screen.findByText(/DOGEUSDT: A leg stands alone on BYBIT and KUCOIN/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Flatten now/ }));
    await vi.waitFor(() => expect(server.asked.filter((asked) => asked.path === FLATTEN_PATH)).toHaveLength(1));
  });

  it('shouts by the word of the executor alone, and says what else keeps new risk off', async () => {
    const breaker = { losses: 8, halted_until: 1_700_003_600, halts: 1, off: false };
    renderOn(serverWith(), <NakedBanner executor={{ ...EXECUTOR, breaker }} onOpen={() => {}} />);
    expect((await screen.findByRole('alert')).textContent).toContain(ID);
    expect(screen.getByText(/8 losses in a row, until/)).toBeTruthy();
  });

  it('is not there while all is well', () => {
    renderOn(serverWith(), <NakedBanner executor={{ ...EXECUTOR, naked: [] }} onOpen={() => {}} />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
