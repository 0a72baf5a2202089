import { getDiagnostics, getRetention, putRetention, type RouteOutput } from '@riptide/contracts/calls';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { problemText } from '../../../lib/api-problem.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { FormNumber } from '../../../shared/form/form-fields.tsx';
import { useRouteForm } from '../../../shared/form/use-route-form.ts';
import { notify } from '../../../shared/notify.ts';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { PaperResetPanel } from './paper-reset-panel.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';
import { resetTo } from '../../../shared/form/reset-to.ts';
import { SaveLine } from '../../../shared/form/save-line.tsx';

/** What leaves the installation as a file, and how long records stay in it. */
export function DataSection() {
  const asked = useCall(getRetention, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-2">
      <BackupPanel />
      <Panel title="Retention">
        <Loaded asked={asked} what="retention" rows={5}>
          {(answer) => <RetentionForm answer={answer} />}
        </Loaded>
      </Panel>
      <PaperResetPanel />
      <DiagnosticsPanel />
      <Panel title="Export">
        <p className="px-3.5 py-3 text-sm text-fg2">
          Every table has Export CSV at its foot: raw figures, times in ISO 8601 UTC, the mode of each row. Audit trades
          are at Pro Dashboard, Audit Log.
        </p>
      </Panel>
    </div>
  );
}

function RetentionForm({ answer }: { answer: RouteOutput<typeof getRetention> }) {
  const { clock } = useRuntime();
  const [savedAtMs, setSavedAtMs] = useState<number | null>(answer.saved_at === null ? null : answer.saved_at * 1000);
  const { form, submit, isSaving } = useRouteForm(putRetention, {
    values: answer.settings,
    sends: 'changes',
    done: (saved) => saved.message,
    failed: 'Failed to save retention',
    refresh: [getRetention],
    onDone: () => setSavedAtMs(clock.nowMs()),
  });
  const { control } = form;
  const { isDirty } = useFormState({ control });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3 px-3.5 py-3">
      <FormNumber control={control} name="audit_days" label="Audit trades and events" unit="days" hint="30 to 3650" />
      <FormNumber
        control={control}
        name="decisions_days"
        label="Decisions of the engines"
        unit="days"
        hint="7 to 3650; trades they ended in stay"
      />
      <FormNumber control={control} name="notifications_days" label="Notifications" unit="days" hint="1 to 365" />
      <FormNumber
        control={control}
        name="recordings_days"
        label="Recordings of market data"
        unit="days"
        hint="1 to 3650; RECORD_MAX_GB bounds their size as well"
      />
      <FormNumber
        control={control}
        name="journal_days"
        label="Journal"
        unit="days"
        hint="0 to 3650; JOURNAL_MAX_MB bounds its size as well"
      />
      <p className="text-2xs text-fg3">
        What is over age goes within the hour after saving, and can not be brought back.
      </p>
      <SaveLine
        name="retention"
        label="Save Retention"
        isDirty={isDirty}
        isSaving={isSaving}
        savedAtMs={savedAtMs}
        onDiscard={() => resetTo(form, answer.settings)}
      />
    </form>
  );
}

function DiagnosticsPanel() {
  const { download, clock } = useRuntime();
  const fetchBundle = useMutation({
    mutationFn: () => download(getDiagnostics),
    retry: false,
    onSuccess: ({ fileName, blob }) => {
      saveFile(fileName, blob);
      notify({ tone: 'success', text: 'Diagnostics downloaded', note: fileName, atMs: clock.nowMs() });
    },
    onError: (error) =>
      notify({ tone: 'error', text: problemText(error, 'Failed to gather diagnostics'), atMs: clock.nowMs() }),
  });
  return (
    <Panel title="Diagnostics">
      <div className="flex flex-col items-start gap-2 px-3.5 py-3 text-sm text-fg2">
        Versions, configuration without secrets, health, metrics, the last log lines and the state of every feed, for a
        report of a fault. Read it before you pass it on: it names venues, symbols and sizes.
        <Button pending={fetchBundle.isPending} onClick={() => fetchBundle.mutate()}>
          Download diagnostics
        </Button>
      </div>
    </Panel>
  );
}
