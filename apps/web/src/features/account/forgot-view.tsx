import { problemText } from '../../lib/api-problem.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AccountViewProps } from './account-view.ts';
import { useForgot } from './use-account-calls.ts';
import { ViewFrame, ViewLink } from './view-frame.tsx';

/** Asks for a reset mail; the answer is the same whether the email has an account or not. */
export function ForgotView({ email, onEmail, onGo }: AccountViewProps) {
  const send = useForgot(() => onGo('reset'));
  return (
    <ViewFrame
      verb="Send reset mail"
      isPending={send.isPending}
      isReady={email.trim() !== ''}
      problem={send.isError ? problemText(send.error, 'Failed to send reset email') : null}
      onSubmit={() => send.mutate({ body: { email: email.trim() } })}
      links={
        <>
          <ViewLink onClick={() => onGo('reset')}>I have a reset code</ViewLink>
          <ViewLink onClick={() => onGo('login')}>Back to login</ViewLink>
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
    </ViewFrame>
  );
}
