import type { ConnectionStatus, VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { problemText } from '../../../lib/api-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useKeepTest, useSaveKey, useTryKey } from '../api/use-key-commands.ts';
import { EMPTY_KEY_FORM, PASSPHRASE, readKeyForm, type KeyForm } from '../model/key-form.ts';
import { faultsOf, type KeyTest } from '../model/key-test.ts';
import { KeyGuide } from './key-guide.tsx';
import { SecurityNotice } from './security-notice.tsx';
import { TestResult } from './test-result.tsx';

interface KeyDialogProps {
  readonly venue: VenueName | null;
  readonly status: ConnectionStatus | undefined;
  readonly onClose: () => void;
}

/** Enters a venue's key, or another one in its place; it is tested before it is saved. */
export function KeyDialog({ venue, status, onClose }: KeyDialogProps) {
  const isRotation = status?.hasKeys === true;
  return (
    <Sheet
      open={venue !== null}
      onOpenChange={(open) => !open && onClose()}
      title={venue === null ? '' : `${isRotation ? 'Edit' : 'Configure'} ${venue}`}
      side="centre"
    >
      {venue === null ? null : <KeyFormBody key={venue} venue={venue} status={status} onClose={onClose} />}
    </Sheet>
  );
}

interface BodyProps {
  readonly venue: VenueName;
  readonly status: ConnectionStatus | undefined;
  readonly onClose: () => void;
}

function KeyFormBody({ venue, status, onClose }: BodyProps) {
  const [isGuideOpen, setGuideOpen] = useState(false);
  const [form, setForm] = useState<KeyForm>({ ...EMPTY_KEY_FORM, ...status?.scopes });
  const { check, keep, tested, failure, forget, isBusy, isTesting } = useSaveFlow(venue, form, onClose);
  const { parts, errors } = readKeyForm(venue, form);
  const change = (part: Partial<KeyForm>): void => {
    setForm({ ...form, ...part });
    forget();
  };
  const phrase = PASSPHRASE[venue];
  const isKucoinBare = venue === 'KUCOIN' && form.passphrase.trim() === '';
  return (
    <form
      className="flex flex-col gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (parts !== null && !isBusy) check(parts);
      }}
    >
      {status?.hasKeys === true ? (
        <p className="text-sm text-fg2">
          <code className="font-mono">{status.api_key_masked}</code> stays in use until the new key has passed its test.
          Secrets are never sent back to this page, so enter all parts.
        </p>
      ) : null}
      <details className="rounded-ctl border border-line1 px-3 py-2 text-sm" open={isGuideOpen}>
        <summary
          className="min-h-6 cursor-pointer text-accent"
          onClick={(event) => {
            event.preventDefault();
            setGuideOpen(!isGuideOpen);
          }}
        >
          How to make a key at {venue}
        </summary>
        <div className="mt-2">
          <KeyGuide venue={venue} />
        </div>
      </details>
      <TextField
        label="API Key"
        value={form.apiKey}
        error={errors.apiKey}
        disabled={isBusy}
        autoFocus
        onChange={(apiKey) => change({ apiKey })}
      />
      <TextField
        label="API Secret"
        type="secret"
        autoComplete="new-password"
        value={form.apiSecret}
        error={errors.apiSecret}
        disabled={isBusy}
        onChange={(apiSecret) => change({ apiSecret })}
      />
      {phrase === undefined ? null : (
        <TextField
          label={
            <>
              Passphrase <span className="text-fg3">({phrase})</span>
            </>
          }
          type="secret"
          autoComplete="new-password"
          hint={
            venue === 'KUCOIN' ? 'KuCoin issues a passphrase with every key' : 'The one chosen when the key was made'
          }
          value={form.passphrase}
          error={errors.passphrase}
          disabled={isBusy}
          onChange={(passphrase) => change({ passphrase })}
        />
      )}
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <legend className="mb-1 text-[12px] text-fg2">Use the key for</legend>
        <Checkbox label="Spot" checked={form.spot} onChange={(spot) => change({ spot })} />
        <Checkbox label="Futures" checked={form.futures} onChange={(futures) => change({ futures })} />
        {errors.scopes === null ? null : <small className="text-2xs text-danger">{errors.scopes}</small>}
      </fieldset>
      <SecurityNotice withFutures={form.futures} />
      {isKucoinBare && form.apiKey !== '' ? (
        <p className="text-[12px] text-warn">Without its passphrase KuCoin will most likely refuse the key.</p>
      ) : null}
      {tested === null ? null : <TestResult test={tested} wanted={form} />}
      {failure === null ? null : (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        {(tested !== null || failure !== null) && parts !== null ? (
          <Button look="stop" pending={isBusy && !isTesting} onClick={() => keep(parts)}>
            Keep anyway
          </Button>
        ) : null}
        <Button type="submit" look="primary" disabled={parts === null} pending={isBusy}>
          {isTesting ? 'Testing...' : tested !== null || failure !== null ? 'Test again' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

type Parts = NonNullable<ReturnType<typeof readKeyForm>['parts']>;

/** Tests the key, and saves it when the test passes; else waits for the person's word. */
function useSaveFlow(venue: VenueName, form: KeyForm, onClose: () => void) {
  const [tested, setTested] = useState<KeyTest | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const keepTest = useKeepTest();
  const trial = useTryKey();
  const save = useSaveKey(onClose);
  const forget = (): void => {
    setTested(null);
    setFailure(null);
  };
  const keep = (parts: Parts, test: KeyTest | null = tested): void =>
    save.mutate(
      { ...parts, scopes: { spot: form.spot, futures: form.futures } },
      {
        onSuccess: () => keepTest(venue, test),
        onError: (error) => setFailure(`Save error: ${problemText(error, 'no answer')}`),
      },
    );
  const check = (parts: Parts): void => {
    forget();
    trial.mutate(parts, {
      onSuccess: (test) => {
        if (faultsOf(test, form).length === 0) keep(parts, test);
        else setTested(test);
      },
      onError: (error) => setFailure(`${venue} connection test failed: ${problemText(error, 'no answer')}`),
    });
  };
  return {
    check,
    keep,
    tested,
    failure,
    forget,
    isTesting: trial.isPending,
    isBusy: trial.isPending || save.isPending,
  };
}
