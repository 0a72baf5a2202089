import type { NotifyPreferences } from '@riptide/contracts';

/** What holds until a person saves something: the notification centre only. */
export const DEFAULT_PREFERENCES: NotifyPreferences = {
  enabled: false,
  min_severity: 'INFO',
  respect_quiet: false,
  quiet_start: '22:00',
  quiet_end: '07:00',
  zone: 'UTC',
  critical_ignores_quiet: true,
  channels: {
    console: { enabled: true },
    telegram: { enabled: false, chat_id: '', approvals: true },
    whatsapp: { enabled: false, to: '', phone_id: '', template: '', template_language: 'en_US' },
    email: { enabled: false, to: '' },
    webhook: { enabled: false, url: '', allow_private: false },
  },
  events: { daily_report: false },
};
