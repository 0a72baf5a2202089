import { getExecutions, executeLive } from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeServer, renderOn } from './fake-server.fixture.tsx';
import { useNotices } from './notify.ts';
import { useCommand } from './use-command.ts';

const onSent = vi.fn();
const onDone = vi.fn();

function Press() {
  const command = useCommand(executeLive, {
    done: ({ message }) => message,
    failed: 'Failed to execute',
    refresh: [getExecutions],
    onSent,
    onDone,
  });
  return <button onClick={() => command.mutate({ body: {} })}>Execute</button>;
}

beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

const LOST = 'No answer came: this may have been done, and is being checked';
const WHERE = 'Look at positions, open orders and the Audit Log before you do it again.';
const NEVER_CAME = { status: 409, code: 'conflict', error: 'This never came to the server' } as const;

/** A command given while no answer comes, until the screen says so. */
async function lose() {
  const server = new FakeServer().on(executeLive, 'network');
  const { clock } = renderOn(server, <Press />);
  const { result } = renderHook(() => useNotices());
  const newest = () => result.current.notices[0];
  fireEvent.click(screen.getByText('Execute'));
  await waitFor(() => expect(newest()).toMatchObject({ text: LOST, note: WHERE }));
  return { server, clock, newest };
}

it('says that it is being checked, and where to look, where no answer came; the question goes away', async () => {
  const { server, newest } = await lose();
  expect(server.of(executeLive)).toHaveLength(2);
  expect([onSent.mock.calls.length, onDone.mock.calls.length]).toEqual([1, 0]);
  expect(newest()?.text).not.toMatch(/failed/i);
});

it('asks what became of it until the server says, and tells that it was refused or never came', async () => {
  const { server, clock, newest } = await lose();
  for (const asked of [3, 4]) {
    await act(async () => clock.advance(2_000));
    await waitFor(() => expect(server.of(executeLive)).toHaveLength(asked));
  }
  server.on(executeLive, NEVER_CAME);
  await act(async () => clock.advance(4_000));
  await waitFor(() => expect(newest()).toMatchObject({ text: 'Failed to execute', note: NEVER_CAME.error }));
  await act(async () => clock.advance(600_000));
  expect(server.of(executeLive)).toHaveLength(5);
});

it('says after some minutes that it could not be found out', async () => {
  const { clock, newest } = await lose();
  for (let step = 0; step < 20 && newest()?.text === LOST; step += 1) await act(async () => clock.advance(60_000));
  expect(newest()).toMatchObject({ text: 'It could not be found out whether this was done', note: WHERE });
});

it('says so where the server has no answer on record', async () => {
  const { server, clock, newest } = await lose();
  server.on(executeLive, { status: 504, code: 'order_outcome_unknown', error: 'No answer is on record' });
  await act(async () => clock.advance(1_000));
  await waitFor(() => expect(newest()).toMatchObject({ text: 'No answer is on record', note: WHERE }));
});

it('waits for the gate and for a server that starts', async () => {
  const { server, clock, newest } = await lose();
  server.on(executeLive, { status: 401, code: 'gate_required', error: 'The gate is locked' });
  await act(async () => clock.advance(1_000));
  server.on(executeLive, { status: 503, code: 'not_ready', error: 'Riptide is starting' });
  await act(async () => clock.advance(2_000));
  server.on(executeLive, { status: 500, code: 'internal_error', error: 'The disk is full' });
  await act(async () => clock.advance(4_000));
  expect(newest()?.text).toBe(LOST);
  server.on(executeLive, NEVER_CAME);
  await act(async () => clock.advance(8_000));
  await waitFor(() => expect(newest()?.text).toBe('Failed to execute'));
});
