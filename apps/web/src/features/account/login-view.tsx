import { useState } from 'react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AccountViewProps } from './account-view.ts';
import { loginProblem, useLogin, wantsCode } from './use-account-calls.ts';
import { ViewFrame, ViewLink } from './view-frame.tsx';

const BOTH = 'Please enter both email and password';

/** Email and password, and the code of the second factor once the server asks for it. */
export function LoginView({ email, onEmail, onGo, onLoggedIn }: AccountViewProps) {
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const [isKept, setKept] = useState(false);
  const [asksCode, setAsksCode] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const send = useLogin(onLoggedIn);
  const isFilled = email.trim() !== '' && password !== '';
  const submit = (): void => {
    if (!isFilled) return setMissing(BOTH);
    setMissing(null);
    const code = otp.trim();
    const body = { email: email.trim(), password, rememberMe: isKept, ...(code === '' ? {} : { otp: code }) };
    return send.mutate({ body }, { onError: (error) => wantsCode(error) && setAsksCode(true) });
  };
  return (
    <ViewFrame
      verb={send.isPending ? 'Signing in...' : 'Sign In'}
      isPending={send.isPending}
      isReady
      problem={missing ?? (send.isError ? loginProblem(send.error) : null)}
      onSubmit={submit}
      links={
        <>
          <ViewLink onClick={() => onGo('forgot')}>Forgot password?</ViewLink>
          <ViewLink onClick={() => onGo('register')}>Create an account</ViewLink>
          <ViewLink onClick={() => onGo('verify')}>Enter a verification code</ViewLink>
        </>
      }
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={null}
        value={email}
        onChange={onEmail}
        autoFocus
      />
      <TextField
        label="Password"
        type="secret"
        autoComplete="current-password"
        error={null}
        value={password}
        onChange={setPassword}
      />
      {asksCode ? (
        <TextField
          label="Code of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          error={null}
          value={otp}
          maxLength={16}
          onChange={setOtp}
          autoFocus
        />
      ) : null}
      <Checkbox label="Keep me signed in" checked={isKept} onChange={setKept} />
    </ViewFrame>
  );
}
