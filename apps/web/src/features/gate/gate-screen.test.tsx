import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { readRequest } from '../../lib/read-request.ts';
import { GateScreen } from './gate-screen.tsx';
import type { GatePorts } from './use-gate.ts';

type Answer = { readonly status: number; readonly body: unknown } | 'unreachable' | 'silent';

/** For a machine that is busy with other things as well. */
const SOON = { timeout: 10_000 };
const OPEN = { ok: true, authenticated: true, expires_at: null, version: '2.0.0', market: 'sim', execution: 'paper' };
const LOCKED = { ...OPEN, authenticated: false };
const refusal = (code: string, error: string, extra = {}) => ({
  ok: false,
  code,
  error,
  message: error,
  detail: '',
  request_id: 'r',
  ...extra,
});

class FakeGate {
  status: Answer = { status: 200, body: LOCKED };
  unlock: Answer = { status: 200, body: { ok: true } };
  readonly tried: string[] = [];

  readonly fetch: typeof fetch = async (input, init) => {
    const { path, body } = readRequest(input, init);
    const isUnlock = path.endsWith('/unlock');
    if (isUnlock) this.tried.push((body as { password: string }).password);
    const answer = isUnlock ? this.unlock : this.status;
    if (answer === 'silent') return new Promise<Response>(() => {});
    if (answer === 'unreachable') throw new TypeError('refused');
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  };
}

let server: FakeGate;
let clock: FakeClock;
let ports: GatePorts;
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  server = new FakeGate();
  clock = new FakeClock();
  ports = { fetch: server.fetch, clock, enter: vi.fn(), toastError: vi.fn() };
});
afterEach(cleanup);

async function openGate(): Promise<HTMLInputElement> {
  render(<GateScreen ports={ports} />);
  return screen.findByLabelText<HTMLInputElement>('Gate password', {}, SOON);
}

function submit(field: HTMLInputElement, password: string): void {
  fireEvent.change(field, { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Enter Platform' }));
}

describe('the gate', () => {
  it('says Checking access... only when the check takes long', async () => {
    server.status = 'silent';
    render(<GateScreen ports={ports} />);
    expect(screen.queryByText('Checking access...')).toBeNull();
    act(() => clock.advance(150));
    expect(screen.getByText('Checking access...')).toBeTruthy();
  });

  it('goes on at once when the gate is open already', async () => {
    server.status = { status: 200, body: OPEN };
    render(<GateScreen ports={ports} />);
    await vi.waitFor(() => expect(ports.enter).toHaveBeenCalledWith('already-open'));
  });

  it('focuses the field and shows the hint, the version and the mode', async () => {
    const field = await openGate();
    expect(document.activeElement).toBe(field);
    expect(
      screen.getByText('Single password mode is enabled. Contact your administrator if you need access.'),
    ).toBeTruthy();
    expect(screen.getByText('v2.0.0')).toBeTruthy();
    expect(screen.getByText('Paper mode by default')).toBeTruthy();
  });

  it('refuses blanks without asking the server', async () => {
    submit(await openGate(), '   ');
    expect(screen.getByText('Please enter the gate password')).toBeTruthy();
    expect(server.tried).toEqual([]);
  });

  it('shows Authenticating... and lets nothing be changed while the server thinks', async () => {
    server.unlock = 'silent';
    const field = await openGate();
    submit(field, 'secret');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Authenticating...' }).disabled).toBe(true);
    expect(field.readOnly).toBe(true);
  });

  it('sends the trimmed password and enters', async () => {
    submit(await openGate(), ' secret ');
    await vi.waitFor(() => expect(ports.enter).toHaveBeenCalledWith('unlocked'));
    expect(server.tried).toEqual(['secret']);
    expect(screen.getByRole('button', { name: 'Access granted!' })).toBeTruthy();
  });

  it('keeps a wrong password in the field, selected, and says so twice', async () => {
    server.unlock = { status: 401, body: refusal('invalid_password', 'Invalid password') };
    const field = await openGate();
    submit(field, 'wrong');
    expect(await screen.findByText('Invalid password')).toBeTruthy();
    expect(ports.toastError).toHaveBeenCalledWith('Invalid password');
    expect(field.value).toBe('wrong');
    expect(document.activeElement).toBe(field);
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
  });

  it('counts down after too many tries and then allows the next', async () => {
    server.unlock = { status: 429, body: refusal('too_many_tries', 'Too many tries', { retry_after_seconds: 28 }) };
    submit(await openGate(), 'wrong');
    expect(await screen.findByText('Too many tries. Wait 28 s.')).toBeTruthy();
    act(() => clock.advance(250));
    for (let step = 0; step < 71; step += 1) act(() => clock.advance(250));
    expect(screen.getByText('Too many tries. Wait 10 s.')).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Enter Platform' });
    expect(button.disabled).toBe(true);
    for (let step = 0; step < 41; step += 1) act(() => clock.advance(250));
    expect(screen.queryByText(/Too many tries/)).toBeNull();
    expect(button.disabled).toBe(false);
  });

  it('says Connection error while the server is away and recovers alone', async () => {
    server.status = 'unreachable';
    await openGate();
    await screen.findByText('Connection error', {}, SOON);
    server.status = { status: 200, body: LOCKED };
    // The timer of the next try is set after the drawing, which a busy machine does whenever it gets to it.
    await vi.waitFor(() => {
      act(() => clock.advance(3000));
      expect(screen.queryByText('Connection error')).toBeNull();
    }, SOON);
  });

  it('shows and hides the password', async () => {
    const field = await openGate();
    const eye = screen.getByRole('button', { name: 'Show password' });
    expect(field.type).toBe('password');
    fireEvent.click(eye);
    expect(field.type).toBe('text');
    expect(eye.getAttribute('aria-pressed')).toBe('true');
  });
});
