import { gatePasswordSet, listGateSessions } from '@riptide/contracts/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { notify } from '../../../shared/notify.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Meter, type MeterTone } from '../../../ui/meter.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { checkPasswordForm, strengthOf, type PasswordFault, type PasswordForm } from '../model/password-form.ts';
import { useUnsaved } from '../../../shared/form/unsaved.tsx';

const EMPTY: PasswordForm = { current: '', next: '', confirm: '' };

/** Changes the gate password; every other session ends with it. */
export function PasswordPanel() {
  const [form, setForm] = useState<PasswordForm>(EMPTY);
  const [isShown, setShown] = useState(false);
  const [fault, setFault] = useState<PasswordFault | null>(null);
  const send = useSetPassword(setFault, () => setForm(EMPTY));
  useUnsaved('gate password', form.current !== '' || form.next !== '' || form.confirm !== '');
  const field = (name: keyof PasswordForm, label: string, autoComplete: string) => (
    <TextField
      label={label}
      type="secret"
      autoComplete={autoComplete}
      isRevealed={isShown}
      value={form[name]}
      error={fault?.field === name ? fault.text : null}
      disabled={send.isPending}
      onChange={(text) => {
        setForm({ ...form, [name]: text });
        if (fault?.field === name) setFault(null);
      }}
    />
  );
  return (
    <Panel title="Change Gate Password">
      <form
        className="flex flex-col gap-2 px-3.5 py-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const found = checkPasswordForm(form);
          setFault(found);
          if (found === null) send.mutate(form);
        }}
      >
        <input type="text" name="username" autoComplete="username" value="operator" readOnly hidden />
        {field('current', 'Current password', 'current-password')}
        {field('next', 'New password', 'new-password')}
        <StrengthMeter password={form.next} />
        {field('confirm', 'Confirm new password', 'new-password')}
        <Checkbox label="Show passwords" checked={isShown} onChange={setShown} />
        <p className="text-2xs text-fg3">Every other session ends at once. The page keeps no password.</p>
        <Button type="submit" look="primary" pending={send.isPending} className="self-start">
          Change Gate Password
        </Button>
      </form>
    </Panel>
  );
}

const FAILED = 'Failed to change password';

function useSetPassword(onFault: (fault: PasswordFault) => void, onDone: () => void) {
  const { call, clock } = useRuntime();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ current, next }: PasswordForm) =>
      call(gatePasswordSet, { body: { current_password: current, new_password: next } }),
    retry: false,
    onSuccess: (answer) => {
      notify({
        tone: 'success',
        text: 'Gate password changed successfully!',
        note: answer.sessions_ended === 0 ? null : `${answer.sessions_ended} other sessions were signed out`,
        atMs: clock.nowMs(),
      });
      onDone();
      return client.invalidateQueries({ queryKey: [listGateSessions.path] });
    },
    onError: (error) => {
      const facts = error instanceof ApiProblem && error.facts.status !== null ? error.facts : null;
      const wrong = facts?.fields?.['current_password'];
      if (wrong !== undefined) onFault({ field: 'current', text: wrong });
      const refused = facts?.fields?.['new_password'];
      if (refused !== undefined) onFault({ field: 'next', text: refused });
      // A refusal has words of its own; where nothing answered there are none.
      const text = facts === null ? `${FAILED}. Please try again.` : facts.text === '' ? FAILED : facts.text;
      notify({ tone: 'error', text, atMs: clock.nowMs() });
    },
  });
}

function toneOf(fraction: number): MeterTone {
  if (fraction < 0.5) return 'danger';
  return fraction < 0.7 ? 'warn' : 'ok';
}

function StrengthMeter({ password }: { password: string }) {
  const strength = strengthOf(password);
  const fraction = strength?.fraction ?? null;
  const word = strength?.word ?? 'nothing typed';
  return (
    <div className="-mt-1 mb-1 flex items-center gap-3">
      <Meter label="Password strength" fraction={fraction} tone={toneOf(fraction ?? 0)} text={word} />
      <span aria-hidden className="w-16 flex-none text-right text-2xs text-fg2">
        {strength?.word ?? ''}
      </span>
    </div>
  );
}
