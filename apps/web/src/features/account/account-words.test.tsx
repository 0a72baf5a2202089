import {
  forgotPassword,
  login,
  registerAccount,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@riptide/contracts/calls';
import { act, cleanup, configure, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openDialog } from '../../shared/dialogs.ts';
import { FakeServer, renderOn, type Refusal } from '../../shared/fake-server.fixture.tsx';
import { useNotices } from '../../shared/notify.ts';
import { AccountDialog } from './account-dialog.tsx';

// A busy machine draws slowly; what is waited for is told at once all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

const BROKEN: Refusal = { status: 500, code: 'internal_error', error: 'The database is locked' };

function open(server: FakeServer): void {
  renderOn(server, <AccountDialog onLoggedIn={() => {}} />);
  act(() => openDialog('account'));
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** The newest notice of the bell, where every toast is kept. */
async function told(text: string): Promise<void> {
  await waitFor(() => expect(renderHook(() => useNotices()).result.current.notices[0]?.text).toBe(text));
}

async function refused(text: string): Promise<void> {
  await told(text);
  // The toast passes; what the server said stays in the form.
  expect((await screen.findByRole('alert')).textContent).toBe('The database is locked');
}

describe('words of the account dialog', () => {
  it('asks for both fields when Enter comes before them', async () => {
    const server = new FakeServer();
    open(server);
    const form = screen.getByLabelText('Email').closest('form');
    if (!form) throw new Error('Invariant: no form');
    fireEvent.submit(form);
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter both email and password');
    expect(server.of(login)).toEqual([]);
  });

  it('says that a registration failed', async () => {
    open(new FakeServer().on(registerAccount, BROKEN));
    press('Create an account');
    type('Email', 'ada@example.org');
    type('Password', 'correct horse');
    type('Confirm password', 'correct horse');
    press('Register');
    await refused('Registration failed');
  });

  it('says that a reset mail could not be sent', async () => {
    open(new FakeServer().on(forgotPassword, BROKEN));
    press('Forgot password?');
    type('Email', 'ada@example.org');
    press('Send reset mail');
    await refused('Failed to send reset email');
  });

  it('says that a password was not reset, and that it was', async () => {
    const answers: (Refusal | { ok: true; message: string })[] = [BROKEN, { ok: true, message: 'done' }];
    open(new FakeServer().on(resetPassword, () => answers.shift() ?? BROKEN));
    press('Forgot password?');
    press('I have a reset code');
    type('Reset code from the mail', 'abc');
    type('New password', 'correct horse');
    press('Reset password');
    await refused('Password reset failed');
    press('Reset password');
    await told('Password reset successful! You can now log in.');
  });

  it('tells whether another code was mailed, and that a wrong one verifies nothing', async () => {
    const answers: (Refusal | { ok: true; message: string })[] = [{ ok: true, message: 'sent' }, BROKEN];
    open(new FakeServer().on(resendVerification, () => answers.shift() ?? BROKEN).on(verifyEmail, BROKEN));
    press('Enter a verification code');
    type('Email', 'ada@example.org');
    press('Resend code');
    await told('Verification code sent!');
    press('Resend code');
    await told('Failed to resend verification');
    type('Verification code', '123456');
    press('Verify');
    await refused('Email verification failed');
  });
});
