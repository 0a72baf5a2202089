import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from './default-preferences.ts';
import { notifyChanges } from './notify-changes.ts';

const { channels } = DEFAULT_PREFERENCES;

describe('what the audit keeps of a change of notifications', () => {
  it('names each field with what it was and is, of a webhook the host, and nothing of persons and paths', () => {
    const webhook = { enabled: true, url: 'https://hooks.example/services/planted-path', allow_private: true };
    const first = {
      ...DEFAULT_PREFERENCES,
      min_severity: 'CRITICAL' as const,
      events: { order_rejected: false } as typeof DEFAULT_PREFERENCES.events,
      channels: { ...channels, webhook, email: { enabled: true, to: 'planted@example.com' } },
    };
    const changes = notifyChanges(DEFAULT_PREFERENCES, first);
    expect(changes).toMatchObject({
      min_severity: `${DEFAULT_PREFERENCES.min_severity} → CRITICAL`,
      'channels.webhook.url': 'none → hooks.example',
      'channels.webhook.allow_private': 'false → true',
      'channels.email.to': 'none → set',
      'events.order_rejected': 'none → false',
    });
    const other = { ...webhook, url: 'https://hooks.example/services/planted-other' };
    const second = { ...first, channels: { ...first.channels, webhook: other } };
    expect(notifyChanges(first, second)).toEqual({ 'channels.webhook.url': 'hooks.example → hooks.example (changed)' });
    expect(JSON.stringify([changes, notifyChanges(first, second)])).not.toContain('planted');
    expect(notifyChanges(second, second)).toEqual({});
  });
});
