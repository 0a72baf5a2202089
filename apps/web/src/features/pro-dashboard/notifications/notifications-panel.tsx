import { getDeliveries, getNotifySettings } from '@riptide/contracts/calls';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';
import { ChannelStates } from '../../../shared/notifications/channel-states.tsx';
import { NotifyForm } from '../../../shared/notifications/notify-form.tsx';
import { TestSend } from '../../../shared/notifications/test-send.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Tag } from '../../../ui/tag.tsx';
import { ProPanel } from '../frame/pro-panel.tsx';
import { MessagePreview } from './message-preview.tsx';

const DELIVERIES_INTERVAL_MS = 10_000;
const NEWEST = 50;

/** What is told, by which channel, and what came of it; nothing leaves the machine until somebody opts in. */
export function NotificationsPanel() {
  const settings = useCall(getNotifySettings, { intervalMs: SETTINGS_INTERVAL_MS });
  const deliveries = useCall(getDeliveries, {
    input: { query: { limit: NEWEST } },
    intervalMs: DELIVERIES_INTERVAL_MS,
  });
  return (
    <ProPanel
      id="notifications"
      note={
        <>
          <span className="text-2xs text-fg3">opt-in</span>
          {settings.data ? (
            <Tag tone={settings.data.prefs.enabled ? 'ok' : 'neutral'}>
              {settings.data.prefs.enabled ? 'Enabled' : 'Not enabled'}
            </Tag>
          ) : null}
        </>
      }
      age={<AgeTag atSeconds={settings.data?.atSeconds ?? null} intervalMs={SETTINGS_INTERVAL_MS} isShort />}
    >
      <Loaded asked={settings} what="notification preferences" rows={8}>
        {(answer) => (
          <>
            <NotifyForm answer={answer} areEventsFolded />
            <MessagePreview answer={answer} />
          </>
        )}
      </Loaded>
      <div className="grid border-t border-line1 sm:grid-cols-2">
        <section aria-label="Test">
          <TestSend />
        </section>
        <section aria-label="Delivery" className="border-line1 max-sm:border-t sm:border-l">
          <Loaded asked={deliveries} what="deliveries" rows={2}>
            {({ channels }) => <ChannelStates channels={channels} />}
          </Loaded>
        </section>
      </div>
    </ProPanel>
  );
}
