import { getSecuritySettings, putSecuritySettings } from '@riptide/contracts/calls';
import { useState } from 'react';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { useAccount } from '../../../shared/account.ts';
import { openDialog } from '../../../shared/dialogs.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';

/** Whether calls that can move money need an account beside the gate. */
export function AccountRequired() {
  const asked = useCall(getSecuritySettings, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <Panel title="Account">
      <Loaded asked={asked} what="security settings" rows={2}>
        {({ require_account_for_trading: isRequired }) => <RequireSwitch isRequired={isRequired} />}
      </Loaded>
    </Panel>
  );
}

function RequireSwitch({ isRequired }: { isRequired: boolean }) {
  const account = useAccount();
  const [isAsking, setAsking] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const save = useCommand(putSecuritySettings, {
    done: (answer) => answer.message,
    failed: 'Failed to save security settings',
    refresh: [getSecuritySettings],
    onDone: () => {
      setAsking(false);
      setLeaving(false);
    },
  });
  return (
    <div className="flex flex-col gap-2 px-3.5 py-3">
      <Switch
        label="Require account for trading"
        note="Calls that can move money or lower protection then need a verified account beside the gate password"
        checked={isRequired}
        disabled={save.isPending || (isRequired && account === null)}
        onChange={(isOn) => (isOn ? setAsking(true) : setLeaving(true))}
      />
      {isRequired && account === null ? (
        <span className="flex flex-wrap items-center gap-2 text-[12px] text-fg2">
          Switching it off needs an account session.
          <Button size="sm" onClick={() => openDialog('account')}>
            Account Login
          </Button>
        </span>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Require an account for trading?"
        verb="Require account"
        look="primary"
        pending={save.isPending}
        onConfirm={() => save.mutate({ body: { require_account_for_trading: true } })}
      >
        <p>Whoever has the gate password alone can look, but not trade. Engines that run go on.</p>
        <p>Accounts made from then on trade only after one that is verified already has approved them.</p>
        <p>
          {account === null
            ? 'This browser is not logged in to an account: you would lose trading here until you log in, and only an account can switch this off.'
            : `You are logged in as ${account.user.email}.`}
        </p>
      </ConfirmDialog>
      <SwitchOff
        open={isLeaving}
        onOpenChange={setLeaving}
        pending={save.isPending}
        error={save.isError ? problemText(save.error, 'It was refused') : null}
        needsCode={account?.user.two_factor_enabled === true || isCodeAsked(save.error)}
        onConfirm={(given) => save.mutate({ body: { require_account_for_trading: false, ...given } })}
      />
    </div>
  );
}

interface SwitchOffProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly pending: boolean;
  readonly error: string | null;
  /** The account has a second factor. */
  readonly needsCode: boolean;
  readonly onConfirm: (given: { readonly password: string; readonly otp?: string }) => void;
}

/** Asks for the password of the account, and a code of its second factor: a session alone must not lower protection. */
function SwitchOff({ open, onOpenChange, pending, error, needsCode, onConfirm }: SwitchOffProps) {
  const [password, setPassword] = useState('');
  const [otp, setOtp] = useState('');
  const turn = (isOpen: boolean) => {
    setPassword('');
    setOtp('');
    onOpenChange(isOpen);
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={turn}
      title="Trade without an account?"
      verb="Switch off"
      pending={pending}
      isBlocked={password === '' || (needsCode && otp.trim().length < 6)}
      onConfirm={() => onConfirm(needsCode ? { password, otp: otp.trim() } : { password })}
    >
      <p>Whoever has the gate password can trade then.</p>
      <TextField
        label="Account password"
        type="secret"
        autoComplete="current-password"
        value={password}
        error={error}
        onChange={setPassword}
      />
      {needsCode ? (
        <TextField
          label="Code of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={16}
          value={otp}
          error={null}
          onChange={setOtp}
        />
      ) : null}
    </ConfirmDialog>
  );
}

/** The account has got its second factor elsewhere. */
function isCodeAsked(error: unknown): boolean {
  return (
    error instanceof ApiProblem && (error.facts.code === 'two_factor_required' || error.facts.code === 'invalid_code')
  );
}
