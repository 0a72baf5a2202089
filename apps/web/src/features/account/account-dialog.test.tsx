import {
  forgotPassword,
  getNotificationToggles,
  login,
  registerAccount,
  resendVerification,
  verifyEmail,
} from '@riptide/contracts/calls';
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bearerToken, dropAccount } from '../../shared/account.ts';
import { openDialog } from '../../shared/dialogs.ts';
import { FakeServer, renderOn } from '../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../shared/notify.ts';
import { AccountDialog } from './account-dialog.tsx';

const USER = { email: 'ada@example.org', is_verified: false, two_factor_enabled: false, created_at: 1 };
const TOKENS = {
  ok: true as const,
  message: 'Welcome back to Riptide!',
  access_token: 'token-1',
  refresh_token: 'r',
  token_type: 'Bearer' as const,
  expires_in: 900,
  user: USER,
};

afterEach(() => {
  cleanup();
  dropAccount();
});

function open(server: FakeServer) {
  const onLoggedIn = vi.fn<(welcome: string) => void>();
  renderOn(server, <AccountDialog onLoggedIn={onLoggedIn} />);
  act(() => openDialog('account'));
  return onLoggedIn;
}

function fill(): void {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.org' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } });
}

const signIn = (): HTMLButtonElement => screen.getByRole('button', { name: 'Sign In' });

describe('AccountDialog', () => {
  it('is titled Account Login and says what is missing before both fields are filled', async () => {
    const server = new FakeServer();
    open(server);
    expect(screen.getByRole('dialog', { name: 'Account Login' })).toBeTruthy();
    fireEvent.click(signIn());
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter both email and password');
    expect(server.of(login)).toEqual([]);
  });

  it('says what to do about a wrong code, and where mails lie while none is sent', async () => {
    const server = new FakeServer()
      .on(verifyEmail, { status: 403, code: 'invalid_code', error: 'Email verification failed' })
      .on(getNotificationToggles, {
        ok: true,
        settings: { trade_notifications: true, arbitrage_alerts: true, email_reports: false },
        email_reports_note: 'Needs SMTP_URL',
      });
    open(server);
    fireEvent.click(screen.getByRole('button', { name: 'Enter a verification code' }));
    expect(await screen.findByText(/This server sends no mail/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.org' } });
    fireEvent.change(screen.getByLabelText('Verification code'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
    expect((await screen.findByRole('alert')).textContent).toContain('press Resend code for another');
  });

  it('keeps the account and hands on the words of welcome', async () => {
    const onLoggedIn = open(new FakeServer().on(login, TOKENS));
    fill();
    fireEvent.click(signIn());
    await waitFor(() => expect(onLoggedIn).toHaveBeenCalledWith('Welcome back to Riptide!'));
    expect(bearerToken()).toBe('token-1');
    expect(localStorage.getItem('riptide.account')).not.toContain('correct horse');
  });

  it.each([
    [
      { status: 423, code: 'account_locked', error: 'locked' },
      'Account locked due to multiple failed attempts. Please try again later.',
    ],
    [{ status: 403, code: 'invalid_credentials', error: 'Invalid email or password' }, 'Invalid email or password'],
    ['network', 'Network error. Please try again.'],
  ] as const)('says why a login failed: %o', async (answer, text) => {
    open(new FakeServer().on(login, answer));
    fill();
    fireEvent.click(signIn());
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(bearerToken()).toBeNull();
  });

  it.each([
    ['Network error during login', 'network'],
    ['Login failed', { status: 403, code: 'invalid_credentials', error: 'Invalid email or password' }],
  ] as const)('tells by a toast that is kept in the bell: %s', async (text, answer) => {
    open(new FakeServer().on(login, answer));
    fill();
    fireEvent.click(signIn());
    await screen.findByRole('alert');
    expect(renderHook(() => useNotices()).result.current.notices[0]?.text).toBe(text);
  });

  it('asks for the code of the second factor once the server wants it, and sends it', async () => {
    const server = new FakeServer().on(login, ({ body }) =>
      (body as { otp?: string }).otp === '123456'
        ? TOKENS
        : { status: 403, code: 'two_factor_required', error: 'Two-factor authentication required.' },
    );
    const onLoggedIn = open(server);
    fill();
    expect(screen.queryByLabelText(/authenticator/)).toBeNull();
    fireEvent.click(signIn());
    const code = await screen.findByLabelText(/authenticator/);
    expect(screen.getByRole('alert').textContent).toBe('Two-factor authentication required.');
    fireEvent.change(code, { target: { value: '123456' } });
    fireEvent.click(signIn());
    await waitFor(() => expect(onLoggedIn).toHaveBeenCalled());
  });

  it('leads from registration to verification, with the email kept', async () => {
    const server = new FakeServer()
      .on(registerAccount, { ok: true, message: 'ok' })
      .on(resendVerification, { ok: true, message: 'ok' });
    open(server);
    fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
    fill();
    fireEvent.change(screen.getByLabelText('Confirm password'), { target: { value: 'correct hors' } });
    expect(screen.getByText('Passwords do not match')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Confirm password'), { target: { value: 'correct horse' } });
    fireEvent.click(screen.getByRole('button', { name: 'Register' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Resend code' }));
    await waitFor(() => expect(server.of(resendVerification)[0]?.body).toEqual({ email: 'ada@example.org' }));
  });

  it('leads from the reset mail to the new password', async () => {
    open(new FakeServer().on(forgotPassword, { ok: true, message: 'ok' }));
    fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@example.org' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send reset mail' }));
    expect(await screen.findByLabelText('Reset code from the mail')).toBeTruthy();
  });
});
