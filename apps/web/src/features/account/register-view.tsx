import { ACCOUNT_PASSWORD_MIN } from '@riptide/contracts/calls';
import { useState } from 'react';
import { ApiProblem, problemText } from '../../lib/api-problem.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AccountViewProps } from './account-view.ts';
import { useRegister } from './use-account-calls.ts';
import { ViewFrame, ViewLink } from './view-frame.tsx';

/** A new account, which leads on to its verification. */
export function RegisterView({ email, onEmail, onGo }: AccountViewProps) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const send = useRegister(() => onGo('verify'));
  const isSame = password === again;
  const fields = send.error instanceof ApiProblem ? (send.error.facts.fields ?? {}) : {};
  return (
    <ViewFrame
      verb="Register"
      isPending={send.isPending}
      isReady={email.trim() !== '' && password.length >= ACCOUNT_PASSWORD_MIN && isSame}
      problem={send.isError && Object.keys(fields).length === 0 ? problemText(send.error, 'Registration failed') : null}
      onSubmit={() => send.mutate({ body: { email: email.trim(), password, confirmPassword: again } })}
      links={<ViewLink onClick={() => onGo('login')}>Back to login</ViewLink>}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={fields['email'] ?? null}
        value={email}
        onChange={onEmail}
        autoFocus
      />
      <TextField
        label="Password"
        type="secret"
        autoComplete="new-password"
        hint={`At least ${ACCOUNT_PASSWORD_MIN} characters`}
        error={fields['password'] ?? null}
        value={password}
        onChange={setPassword}
      />
      <TextField
        label="Confirm password"
        type="secret"
        autoComplete="new-password"
        error={again !== '' && !isSame ? 'Passwords do not match' : (fields['confirmPassword'] ?? null)}
        value={again}
        onChange={setAgain}
      />
    </ViewFrame>
  );
}
