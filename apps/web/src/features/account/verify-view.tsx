import { useState } from 'react';
import { ApiProblem, problemText } from '../../lib/api-problem.ts';
import { useAccount } from '../../shared/account.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AccountViewProps } from './account-view.ts';
import { MailNote } from './mail-note.tsx';
import { useResend, useVerify } from './use-account-calls.ts';
import { ViewFrame, ViewLink } from './view-frame.tsx';

/** The code that was mailed, and another one when it did not come. */
export function VerifyView({ email, onEmail, onGo }: AccountViewProps) {
  const account = useAccount();
  const [code, setCode] = useState('');
  const send = useVerify(() => onGo('login'));
  const resend = useResend();
  const whose = account === null ? { email: email.trim() } : {};
  return (
    <ViewFrame
      verb="Verify"
      isPending={send.isPending}
      isReady={/^\d{6}$/.test(code.trim()) && (account !== null || email.trim() !== '')}
      problem={send.isError ? verifyProblem(send.error) : null}
      onSubmit={() => send.mutate({ body: { code: code.trim(), ...whose } })}
      links={
        <>
          <ViewLink onClick={() => (resend.isPending ? undefined : resend.mutate({ body: whose }))}>
            Resend code
          </ViewLink>
          <ViewLink onClick={() => onGo('login')}>Back to login</ViewLink>
        </>
      }
    >
      {account === null ? (
        <TextField label="Email" type="email" autoComplete="username" error={null} value={email} onChange={onEmail} />
      ) : (
        <p className="text-sm text-fg2">For {account.user.email}.</p>
      )}
      <TextField
        label="Verification code"
        hint="6 digits, valid for 15 minutes"
        autoComplete="one-time-code"
        error={null}
        value={code}
        maxLength={6}
        onChange={setCode}
        autoFocus
      />
      <MailNote />
    </ViewFrame>
  );
}

function verifyProblem(error: unknown): string {
  const said = problemText(error, 'Email verification failed');
  const isWrong = error instanceof ApiProblem && error.facts.code === 'invalid_code';
  return isWrong ? `${said}. Enter the code of the newest mail, or press Resend code for another.` : said;
}
