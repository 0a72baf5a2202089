import { getAuditEvents, getAuditTrades, type AuditTradeRow } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { FakeServer, renderOn, type AskedEvents, type Stage } from '../../../shared/fake-server.fixture.tsx';
import { fakeAddress } from '../pro-address.fixture.tsx';
import { TailPanel } from './tail-panel.tsx';
import { buildEvent, buildTrade, sse } from './tail.fixture.ts';
import type { TailItem } from './model/tail-rows.ts';

const NOTHING: AuditTradeRow[] = [];

function draw(search: Record<string, string> = {}, events: TailItem[] = []) {
  const address = fakeAddress(search);
  const isEvent = (item: TailItem): item is Extract<TailItem, { kind: 'event' }> => item.kind === 'event';
  const server = new FakeServer().on(getAuditTrades, { ok: true, rows: NOTHING, total: 0 }).on(getAuditEvents, {
    ok: true,
    rows: events.filter(isEvent).map(({ kind: _kind, ...row }) => row),
    total: events.length,
  });
  const stage = renderOn(
    server,
    <address.Place>
      <TailPanel />
    </address.Place>,
  );
  return { ...stage, address };
}

const newest = ({ streams }: Stage): AskedEvents => {
  const stream = streams.at(-1);
  if (stream === undefined) throw new Error('Invariant: no stream was asked for');
  return stream;
};

/** Opens the newest stream and sends what is given over it. */
function send(stage: Stage, ...events: Parameters<AskedEvents['onEvents']>[0]): void {
  act(() => {
    newest(stage).onOpen();
    newest(stage).onEvents(events);
    stage.clock.drawFrame();
  });
}

const rows = (): HTMLElement[] => screen.getAllByRole('row').filter((row) => row.dataset['key'] !== undefined);
const ids = (): string[] => rows().map((row) => within(row).getAllByRole('cell').at(-2)?.textContent ?? '');
const press = (key: string, target: Element): boolean => fireEvent.keyDown(target, { key });
const focusedId = (): string =>
  within(document.activeElement as HTMLElement)
    .getAllByRole('cell')
    .at(-2)?.textContent ?? '';

afterEach(cleanup);

describe('Live Tail', () => {
  it('has the documented controls, choices, defaults and columns', async () => {
    const stage = draw();
    send(stage, sse(buildTrade(7), '7.1'));
    expect(screen.getAllByRole('radio').map((each) => each.textContent)).toEqual(['both', 'trades', 'events']);
    const severity = screen.getByLabelText<HTMLSelectElement>('Minimum severity');
    expect([...severity.options].map(({ value }) => value)).toEqual(['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL']);
    expect(severity.value).toBe('INFO');
    const cap = screen.getByLabelText<HTMLSelectElement>('Row cap');
    expect([...cap.options].map(({ value }) => value)).toEqual(['100', '200', '300', '500', '1000']);
    expect(cap.value).toBe('300');
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Time (UTC)',
      'Kind',
      'Symbol',
      'Meta',
      'ID',
      'Open',
    ]);
    for (const name of ['Pause', 'Clear', 'Pick 7', 'Open 7', 'Copy Link'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(newest(stage).path).toBe('/api/audit/stream?kind=both&severity_min=INFO');
  });

  it('begins with the newest rows, prepends what comes, and says how fast', async () => {
    const stage = draw({}, [buildEvent(3)]);
    send(stage, sse({ kind: 'ping' }, '3.0'));
    await waitFor(() => {
      act(() => stage.clock.drawFrame());
      expect(ids()).toEqual(['3']);
    });
    send(stage, sse(buildTrade(4), '4.0'), sse(buildTrade(5), '5.0'));
    expect(ids()).toEqual(['5', '4', '3']);
    act(() => stage.clock.advance(1000));
    expect(screen.getByText('3 rows, 2/s')).toBeTruthy();
    expect(screen.getByText('streaming')).toBeTruthy();
  });

  it('tells trades and events in one line', () => {
    const stage = draw();
    send(stage, sse(buildTrade(4)), sse(buildEvent(5)));
    expect(screen.getByText('SELL 42.0000 @ 142.8600 BYBIT · carry exit · filled')).toBeTruthy();
    expect(screen.getByText('latency_high: latency 212 ms')).toBeTruthy();
    expect(screen.getByText('trade')).toBeTruthy();
    expect(within(rows()[0] as HTMLElement).getByText('WARN')).toBeTruthy();
  });

  it('closes the stream on pause, and resume fills in what was missed and says how much', () => {
    const stage = draw();
    send(stage, sse(buildTrade(4), '4.0'));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(newest(stage).signal.aborted).toBe(true);
    expect(screen.getByText(/^Paused since 22:13:20 UTC/)).toBeTruthy();
    act(() => stage.clock.advance(60_000));
    expect(stage.streams).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(newest(stage).lastEventId).toBe('4.0');
    send(stage, sse(buildTrade(5)), sse(buildTrade(6), '6.0'), sse({ kind: 'ping' }, '6.0'));
    expect(screen.getByText('Paused, 2 missed: filled in')).toBeTruthy();
    expect(ids()).toEqual(['6', '5', '4']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/2 missed/)).toBeNull();
  });

  it('marks a gap that is not filled in, and leads to its time in the audit log', () => {
    const stage = draw();
    send(stage, sse(buildTrade(4), '4.0'));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    send(stage, sse(buildTrade(5), '5.0'), sse({ kind: 'gap', after_ts: 1_699_999_990 }), sse({ kind: 'ping' }, '9.0'));
    expect(screen.getByText(/^Paused, more than 1 missed: not all of them are here/)).toBeTruthy();
    expect(screen.getByText('Gap: rows from 22:13:10 to 22:13:20 were missed and are not here')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Load in Audit Log' }));
    expect(stage.address.raw()).toMatchObject({ auditFrom: '1699999990', auditTo: '1700000000', panel: 'audit' });
  });

  it('says that the connection is lost, counts down, tries again and fills in', async () => {
    const stage = draw();
    send(stage, sse(buildTrade(4), '4.0'));
    const problem = new ApiProblem({ code: 'network', text: 'Server can not be reached', status: null, path: '/x' });
    await act(async () => newest(stage).fail(problem));

    expect(screen.getByRole('alert').textContent).toContain(
      'The stream broke off: Server can not be reached. Reconnecting in 1 s',
    );
    expect(screen.getByText('reconnecting')).toBeTruthy();
    act(() => stage.clock.advance(1000));
    expect(stage.streams).toHaveLength(2);
    send(stage, sse(buildTrade(5), '5.0'), sse({ kind: 'ping' }, '5.0'));
    expect(screen.getByText('Reconnected, 1 missed: filled in')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps to its cap, and asks anew for another kind, symbol or severity', async () => {
    const stage = draw({ tailCap: '100' });
    send(stage, ...Array.from({ length: 130 }, (_each, n) => sse(buildEvent(n + 1), `${n}.0`)));
    expect(screen.getByText(/^100 rows,/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Minimum severity'), { target: { value: 'ERROR' } });
    expect(newest(stage).path).toBe('/api/audit/stream?kind=both&severity_min=ERROR');
    expect(stage.streams[0]?.signal.aborted).toBe(true);
    expect(newest(stage).lastEventId).toBeNull();
    fireEvent.change(screen.getByLabelText('Symbol'), { target: { value: 'btcusdt' } });
    act(() => stage.clock.advance(400));
    expect(newest(stage).path).toBe('/api/audit/stream?kind=both&severity_min=ERROR&symbol=BTCUSDT');
    expect(stage.address.raw()).toEqual({ tailCap: '100', tailSeverity: 'ERROR', tailSymbol: 'BTCUSDT' });
  });

  it('clears', () => {
    const stage = draw();
    send(stage, sse(buildTrade(4)));
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.getByText('No rows yet')).toBeTruthy();
  });

  it('picks A, then B and compares, then restarts with A; the same twice has no differences', () => {
    const stage = draw();
    send(stage, sse(buildTrade(4)), sse(buildTrade(5, { symbol: 'BTCUSDT' })));
    fireEvent.click(screen.getByRole('button', { name: 'Pick 4' }));
    expect(screen.getByText('Pick another row to compare it with A.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Pick 5' }));
    const diff = screen.getByRole('region', { name: 'Differences of A #4 and B #5' });
    expect(within(diff).getByText('SOLUSDT → BTCUSDT')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Picked as A, pick 4' }));
    expect(screen.queryByRole('region', { name: /Differences/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Picked as A, pick 4' }));
    expect(screen.getByText('No differences')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear A/B' }));
    expect(screen.queryByText('No differences')).toBeNull();
  });

  it('moves by J and K, picks by A and B, opens by Enter and pauses by Space', async () => {
    const stage = draw();
    send(stage, sse(buildTrade(4)), sse(buildTrade(5)), sse(buildEvent(6)));
    const region = screen.getByRole('region', { name: 'Live tail, scrollable' });
    press('j', region);
    expect(focusedId()).toBe('6');
    press('j', document.activeElement!);
    expect(focusedId()).toBe('5');
    press('a', document.activeElement!);
    press('j', document.activeElement!);
    press('b', document.activeElement!);
    expect(screen.getByRole('region', { name: 'Differences of A #5 and B #4' })).toBeTruthy();
    press('k', document.activeElement!);
    press('g', document.activeElement!);
    press('a', document.activeElement!);
    expect(screen.getByRole('region', { name: 'Differences of A #5 and B #4' })).toBeTruthy();
    press(' ', document.activeElement!);
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
    press('Enter', document.activeElement!);
    expect(stage.address.raw()).toMatchObject({ auditTab: 'trades', auditId: '5', panel: 'audit' });
  });

  it('copies the link to a row of the audit log', async () => {
    const written = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
    const stage = draw();
    send(stage, sse(buildEvent(6)));
    fireEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    expect(written).toHaveBeenCalledWith(`${window.location.origin}/app/pro-dashboard?auditTab=events&auditId=6`);
    vi.unstubAllGlobals();
    await screen.findByText('Copied');
  });

  it('says what of the stream could not be read', () => {
    const stage = draw();
    send(stage, { event: 'trade', data: '{', id: null }, sse(buildTrade(4)));
    expect(screen.getByText('1 unreadable')).toBeTruthy();
    expect(ids()).toEqual(['4']);
  });
});
