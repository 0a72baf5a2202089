import { ACCOUNT_PASSWORD_MIN } from '@riptide/contracts/calls';
import { useState } from 'react';
import { problemText } from '../../lib/api-problem.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AccountViewProps } from './account-view.ts';
import { MailNote } from './mail-note.tsx';
import { useReset } from './use-account-calls.ts';
import { ViewFrame, ViewLink } from './view-frame.tsx';

/** Sets another password by the code of the mail. */
export function ResetView({ onGo }: AccountViewProps) {
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const send = useReset(() => onGo('login'));
  return (
    <ViewFrame
      verb="Reset password"
      isPending={send.isPending}
      isReady={token.trim() !== '' && password.length >= ACCOUNT_PASSWORD_MIN}
      problem={send.isError ? problemText(send.error, 'Password reset failed') : null}
      onSubmit={() => send.mutate({ body: { token: token.trim(), password } })}
      links={
        <>
          <ViewLink onClick={() => onGo('forgot')}>Send another mail</ViewLink>
          <ViewLink onClick={() => onGo('login')}>Back to login</ViewLink>
        </>
      }
    >
      <TextField
        label="Reset code from the mail"
        hint="Good once, for 30 minutes"
        error={null}
        value={token}
        onChange={setToken}
        autoFocus
      />
      <TextField
        label="New password"
        type="secret"
        autoComplete="new-password"
        hint={`At least ${ACCOUNT_PASSWORD_MIN} characters. Every session of the account ends.`}
        error={null}
        value={password}
        onChange={setPassword}
      />
      <MailNote />
    </ViewFrame>
  );
}
