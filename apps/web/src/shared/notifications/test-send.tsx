import { SEVERITY_NAMES, getDeliveries, testNotification, type RouteOutput } from '@riptide/contracts/calls';
import { useState } from 'react';
import { problemText } from '../../lib/api-problem.ts';
import { formatExact, formatLatency } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { useCommand } from '../use-command.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';

type Result = RouteOutput<typeof testNotification>['results'][number];

const OUTCOMES: Readonly<Record<Result['outcome'], { readonly tone: Tone; readonly word: string }>> = {
  sent: { tone: 'ok', word: 'sent' },
  failed: { tone: 'danger', word: 'failed' },
  off: { tone: 'neutral', word: 'off' },
  not_ready: { tone: 'warn', word: 'not ready' },
};

/** Sends a message by every channel that is on, and shows what each answered. */
export function TestSend() {
  const { zone } = usePreferences();
  const [severity, setSeverity] = useState<(typeof SEVERITY_NAMES)[number]>('INFO');
  const send = useCommand(testNotification, {
    done: ({ results }) => `Test sent by ${results.filter((row) => row.outcome === 'sent').length} channels`,
    failed: 'Failed to send a test',
    refresh: [getDeliveries],
  });
  return (
    <div className="flex flex-col gap-3 px-3.5 py-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-44">
          <SelectField
            label="Severity"
            hint="By the settings that are saved"
            error={null}
            value={severity}
            options={SEVERITY_NAMES.map((value) => ({ value, label: value }))}
            onChange={setSeverity}
          />
        </div>
        <Button className="mb-5" pending={send.isPending} onClick={() => send.mutate({ body: { severity } })}>
          Send test
        </Button>
      </div>
      {send.data ? (
        <>
          <ul aria-label="Result of the test" className="flex flex-col gap-1.5">
            {send.data.results.map((row) => (
              <li key={row.channel} className="flex flex-wrap items-center gap-2 text-sm">
                <span className="w-20">{row.channel}</span>
                <Tag tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].word}</Tag>
                <span className="min-w-0 flex-1 break-words text-fg2">{row.detail}</span>
                {row.outcome === 'sent' ? <span className="tabular text-fg3">{formatLatency(row.took_ms)}</span> : null}
              </li>
            ))}
          </ul>
          <p className="tabular text-2xs text-fg3">
            Tested{' '}
            <time dateTime={new Date(send.data.ts * 1000).toISOString()}>{formatExact(send.data.ts * 1000, zone)}</time>
          </p>
        </>
      ) : null}
      {send.isError ? (
        <p role="alert" className="text-sm text-danger">
          {problemText(send.error, 'Failed to send a test')}
        </p>
      ) : null}
    </div>
  );
}
