import { getNotificationToggles } from '@riptide/contracts/calls';
import { useCall } from '../../shared/use-call.ts';

const SETTINGS_INTERVAL_MS = 30_000;

/** Says where mails lie while no mail server is set; nothing where they are sent. */
export function MailNote() {
  const settings = useCall(getNotificationToggles, { intervalMs: SETTINGS_INTERVAL_MS }).data;
  if (!settings || settings.email_reports_note === null) return null;
  return (
    <p className="tint rounded-ctl px-3 py-2 text-sm [--tint:var(--info)]">
      This server sends no mail, SMTP_URL is not set. Its mails are <code className="font-mono text-xs">.eml</code>{' '}
      files in <code className="font-mono text-xs">outbox</code> of its DATA_DIR: open the newest there.
    </p>
  );
}
