import {
  forgotPassword,
  login,
  registerAccount,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@riptide/contracts/calls';
import { ApiProblem } from '../../lib/api-problem.ts';
import { keepAccount } from '../../shared/account.ts';
import { useCommand } from '../../shared/use-command.ts';

/** Logs in; the page is loaded anew afterwards, so that nothing of the gate mode is left on it. */
export function useLogin(onDone: (welcome: string) => void) {
  return useCommand(login, {
    failed: (error) => (isUnreached(error) ? 'Network error during login' : 'Login failed'),
    onDone: ({ access_token, user, message }) => {
      keepAccount({ token: access_token, user });
      onDone(message);
    },
  });
}

/** Registers an account. */
export function useRegister(onDone: () => void) {
  return useCommand(registerAccount, {
    done: () => 'Registration successful! Please check your email to verify your account.',
    failed: 'Registration failed',
    onDone,
  });
}

/** Verifies an email by the code that was mailed. */
export function useVerify(onDone: () => void) {
  return useCommand(verifyEmail, {
    done: () => 'Email verified successfully!',
    failed: 'Email verification failed',
    onDone,
  });
}

/** Mails another code. */
export function useResend() {
  return useCommand(resendVerification, {
    done: () => 'Verification code sent!',
    failed: 'Failed to resend verification',
  });
}

/** Mails a reset code. */
export function useForgot(onDone: () => void) {
  return useCommand(forgotPassword, {
    done: () => 'Password reset link sent to your email',
    failed: 'Failed to send reset email',
    onDone,
  });
}

/** Sets another password by a reset code. */
export function useReset(onDone: () => void) {
  return useCommand(resetPassword, {
    done: () => 'Password reset successful! You can now log in.',
    failed: 'Password reset failed',
    onDone,
  });
}

function isUnreached(error: unknown): boolean {
  return error instanceof ApiProblem && (error.facts.code === 'network' || error.facts.code === 'timeout');
}

const LOGIN_TEXTS: Readonly<Record<string, string>> = {
  account_locked: 'Account locked due to multiple failed attempts. Please try again later.',
  two_factor_required: 'Two-factor authentication required.',
  network: 'Network error. Please try again.',
  timeout: 'Network error. Please try again.',
};

/** Words why a login failed, as the login box says it. */
export function loginProblem(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Network error. Please try again.';
  return LOGIN_TEXTS[error.facts.code] ?? error.facts.text;
}

/** Tells whether the server asks for a code of the second factor. */
export function wantsCode(error: unknown): boolean {
  return (
    error instanceof ApiProblem && (error.facts.code === 'two_factor_required' || error.facts.code === 'invalid_code')
  );
}
