import { confirmTotp, disableTotp, enrolTotp, me, type AccountUser, type RouteOutput } from '@riptide/contracts/calls';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAccount } from '../../../shared/account.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { openDialog } from '../../../shared/dialogs.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';

/** The second factor of the account that this browser is logged in to. */
export function TwoFactorPanel() {
  const account = useAccount();
  return (
    <Panel title="Two-factor authentication">
      {account === null ? (
        <div className="flex flex-col items-start gap-2 px-3.5 py-3 text-sm text-fg2">
          A second factor belongs to an account. This browser is in gate mode.
          <Button size="sm" onClick={() => openDialog('account')}>
            Account Login
          </Button>
        </div>
      ) : (
        <OfAccount />
      )}
    </Panel>
  );
}

function OfAccount() {
  const asked = useCall(me, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <Loaded asked={asked} what="the account" rows={2}>
      {({ user }) => <Steps user={user} />}
    </Loaded>
  );
}

function Steps({ user }: { user: AccountUser }) {
  const [secret, setSecret] = useState<RouteOutput<typeof enrolTotp> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        {user.email}
        {user.two_factor_enabled ? <Tag tone="ok">on</Tag> : <Tag>off</Tag>}
      </span>
      {codes !== null ? (
        <RecoveryCodes email={user.email} codes={codes} onDone={() => setCodes(null)} />
      ) : user.two_factor_enabled ? (
        <Disable />
      ) : secret !== null ? (
        <Confirm
          secret={secret}
          onCancel={() => setSecret(null)}
          onDone={(given) => {
            setSecret(null);
            setCodes(given);
          }}
        />
      ) : (
        <Enrol onSecret={setSecret} />
      )}
    </div>
  );
}

function Enrol({ onSecret }: { onSecret: (secret: RouteOutput<typeof enrolTotp>) => void }) {
  const [password, setPassword] = useState('');
  const send = useCommand(enrolTotp, { failed: 'Failed to begin two-factor authentication', onDone: onSecret });
  return (
    <form
      className="flex flex-col items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') send.mutate({ body: { password } });
      }}
    >
      <p className="text-fg2">Then a login needs a code of your authenticator app beside the password.</p>
      <div className="w-full max-w-72">
        <TextField
          label="Account password"
          type="secret"
          autoComplete="current-password"
          value={password}
          error={send.isError ? wordRefusal(send.error) : null}
          onChange={setPassword}
        />
      </div>
      <Button type="submit" look="primary" disabled={password === ''} pending={send.isPending}>
        Set up
      </Button>
    </form>
  );
}

interface ConfirmProps {
  readonly secret: RouteOutput<typeof enrolTotp>;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function Confirm({ secret, onDone, onCancel }: ConfirmProps) {
  const [otp, setOtp] = useState('');
  const send = useCommand(confirmTotp, {
    done: (answer) => answer.message,
    failed: 'Failed to switch two-factor authentication on',
    refresh: [me],
    onDone: (answer) => onDone(answer.recovery_codes),
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (otp.trim().length >= 6) send.mutate({ body: { otp } });
      }}
    >
      <p className="text-fg2">Scan the code with your authenticator app, or enter the secret there.</p>
      <QrCode text={secret.otpauth_uri} />
      <span className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-xs break-all">{secret.secret}</code>
        <CopyButton text={secret.secret} label="Copy" />
      </span>
      <div className="max-w-48">
        <TextField
          label="Code of the app"
          autoComplete="one-time-code"
          maxLength={8}
          value={otp}
          error={send.isError ? wordRefusal(send.error) : null}
          onChange={setOtp}
        />
      </div>
      <span className="flex gap-2">
        <Button type="submit" look="primary" disabled={otp.trim().length < 6} pending={send.isPending}>
          Switch on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </form>
  );
}

/** Drawn here, by our own code: the secret goes to nobody. White around it, or cameras do not find it on a dark page. */
function QrCode({ text }: { text: string }) {
  const address = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(text, { border: 2 }))}`;
  return (
    <img
      src={address}
      alt="QR code of the secret below"
      width={176}
      height={176}
      className="rounded-ctl border border-line2 bg-white"
    />
  );
}

function RecoveryCodes({ email, codes, onDone }: { email: string; codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        <b className="font-semibold">Recovery codes, shown only now.</b>{' '}
        <span className="text-fg2">Each opens the account once when the app is lost. Keep them off this machine.</span>
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 self-start rounded-ctl border border-line1 bg-bg2 px-4 py-3">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-mono text-xs">{code}</code>
          </li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy" />
        <Button
          size="sm"
          onClick={() =>
            saveFile('riptide-recovery-codes.txt', new Blob([`${email}\n${text}\n`], { type: 'text/plain' }))
          }
        >
          Save as file
        </Button>
        <Button size="sm" look="primary" onClick={onDone}>
          I have kept them
        </Button>
      </span>
    </div>
  );
}

function Disable() {
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const send = useCommand(disableTotp, {
    done: (answer) => answer.message,
    failed: 'Failed to switch two-factor authentication off',
    refresh: [me],
  });
  const isReady = password !== '' && otp.trim().length >= 6;
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send.mutate({ body: { password, otp } });
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Account password"
          type="secret"
          autoComplete="current-password"
          value={password}
          error={isWrongPassword(send.error) ? wordRefusal(send.error) : null}
          onChange={setPassword}
        />
        <TextField
          label="Code of the app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={16}
          value={otp}
          error={send.isError && !isWrongPassword(send.error) ? wordRefusal(send.error) : null}
          onChange={setOtp}
        />
      </div>
      <Button type="submit" look="stop" className="self-start" disabled={!isReady} pending={send.isPending}>
        Switch off
      </Button>
    </form>
  );
}

/** Only a password was asked for: the words of a login, which name the email too, would mislead. */
function wordRefusal(error: unknown): string {
  return isWrongPassword(error) ? 'The account password is wrong' : problemText(error, 'It was refused');
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiProblem && error.facts.code === 'invalid_credentials';
}
