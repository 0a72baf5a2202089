import { useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import type { NotifySettings } from '../../../shared/notifications/notify-values.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { channelsOf, whyNotSent } from './why-not-sent.ts';

/** How a message of an event reads in a chat and in a mailbox, and whether it would be sent now. */
export function MessagePreview({ answer: { catalogue, prefs } }: { answer: NotifySettings }) {
  const { serverClock } = useRuntime();
  const nowMs = serverClock.toServerMs(useNow());
  const [event, setEvent] = useState(catalogue[0]?.event);
  const entry = catalogue.find((each) => each.event === event);
  if (event === undefined || entry === undefined) return null;
  const obstacle = whyNotSent(prefs, entry, nowMs);
  return (
    <details className="border-t border-line1 px-3.5 py-2.5">
      <summary className="min-h-6 cursor-pointer text-sm text-fg2">
        Preview of a message, and whether it would be sent now
      </summary>
      <section aria-label="Message preview" className="mt-2 flex flex-col gap-2">
        <SelectField
          label="Preview of the message for"
          value={event}
          error={null}
          options={catalogue.map((each) => ({ value: each.event, label: each.title }))}
          onChange={setEvent}
        />
        <div className="grid gap-2 text-[12px] sm:grid-cols-2">
          <figure className="rounded-ctl border border-line1 bg-bg2 px-3 py-2">
            <figcaption className="mb-1 text-2xs text-fg3">In a chat</figcaption>
            <p className="font-semibold break-words">{entry.headline}</p>
            <p className="break-words text-fg2">{entry.text}</p>
          </figure>
          <figure className="rounded-ctl border border-line1 bg-bg2 px-3 py-2">
            <figcaption className="mb-1 text-2xs text-fg3">By e-mail</figcaption>
            <p className="font-semibold break-words">{entry.subject}</p>
            <p className="break-words text-fg2">{entry.text}</p>
          </figure>
        </div>
        <p role="status" className="text-[12px] text-fg2">
          {obstacle === null
            ? `Would be sent now by ${channelsOf(prefs, event).join(', ')}.`
            : `Would not be sent now: ${obstacle}.`}
        </p>
      </section>
    </details>
  );
}
