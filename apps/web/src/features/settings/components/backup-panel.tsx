import { BACKUP_PASSPHRASE_MIN, createBackup } from '@riptide/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, problemText } from '../../../lib/api-problem.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { CopyButton } from '../../../shared/copy-button.tsx';
import { notify } from '../../../shared/notify.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const RESTORE = 'DATA_DIR=./fresh npm run backup -- restore riptide.riptide-backup';

/** Downloads everything as one sealed file, and says how it is brought back. */
export function BackupPanel() {
  const [passphrase, setPassphrase] = useState('');
  const [password, setPassword] = useState('');
  const make = useBackup(() => {
    setPassphrase('');
    setPassword('');
  });
  const fields = make.error instanceof ApiProblem ? (make.error.facts.fields ?? {}) : {};
  const isShort = passphrase !== '' && passphrase.length < BACKUP_PASSPHRASE_MIN;
  const isReady = passphrase.length >= BACKUP_PASSPHRASE_MIN && password !== '';
  return (
    <Panel title="Backup">
      <form
        className="flex flex-col gap-2 px-3.5 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) make.mutate({ passphrase, gate_password: password });
        }}
      >
        <p className="text-sm text-fg2">
          Databases, journal, scanner state and configuration in one encrypted file. It holds the exchange keys, sealed,
          so it asks for the gate password.
        </p>
        <TextField
          label="Passphrase of the file"
          type="secret"
          autoComplete="new-password"
          hint={`At least ${BACKUP_PASSPHRASE_MIN} characters. Nobody can open the file without it.`}
          value={passphrase}
          error={isShort ? `At least ${BACKUP_PASSPHRASE_MIN} characters` : (fields['passphrase'] ?? null)}
          onChange={setPassphrase}
        />
        <TextField
          label="Gate password"
          type="secret"
          autoComplete="current-password"
          value={password}
          error={fields['gate_password'] ?? null}
          onChange={(text) => {
            setPassword(text);
            make.reset();
          }}
        />
        <Button type="submit" look="primary" className="self-start" disabled={!isReady} pending={make.isPending}>
          Download backup
        </Button>
        <div className="mt-1 flex flex-col gap-1.5 border-t border-line1 pt-3 text-sm">
          <b className="font-semibold">Restore</b>
          <span className="text-fg2">
            On the command line, into an empty folder, while the product is stopped. Never run the old and the restored
            one on the same exchange accounts at once.
          </span>
          <span className="flex flex-wrap items-center gap-2">
            <code className="font-mono text-xs break-all">{RESTORE}</code>
            <CopyButton text={RESTORE} label="Copy" />
          </span>
        </div>
      </form>
    </Panel>
  );
}

function useBackup(onDone: () => void) {
  const { download, clock } = useRuntime();
  return useMutation({
    mutationFn: (body: { readonly passphrase: string; readonly gate_password: string }) =>
      download(createBackup, { body }),
    retry: false,
    onSuccess: ({ fileName, blob }) => {
      saveFile(fileName, blob);
      notify({ tone: 'success', text: 'Backup downloaded', note: fileName, atMs: clock.nowMs() });
      onDone();
    },
    onError: (error) =>
      notify({ tone: 'error', text: problemText(error, 'Failed to make a backup'), atMs: clock.nowMs() }),
  });
}
