import {
  getDeliveries,
  getNotificationToggles,
  getNotifySettings,
  putNotificationToggles,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { Panel } from '../../../shared/panel.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';
import { Switch } from '../../../ui/switch.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { Loaded, SETTINGS_INTERVAL_MS } from '../../../shared/loaded.tsx';
import { NotifyForm } from '../../../shared/notifications/notify-form.tsx';
import { TestSend } from '../../../shared/notifications/test-send.tsx';

/** What is told, by which channel, and what came of it. */
export function NotificationsSection() {
  const toggles = useCall(getNotificationToggles, { intervalMs: SETTINGS_INTERVAL_MS });
  const settings = useCall(getNotifySettings, { intervalMs: SETTINGS_INTERVAL_MS });
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Panel title="Notifications">
        <Loaded asked={toggles} what="notification settings" rows={3}>
          {(answer) => <Toggles answer={answer} />}
        </Loaded>
      </Panel>
      <Panel title="Channels, quiet hours and events">
        <Loaded asked={settings} what="notification preferences" rows={8}>
          {(answer) => <NotifyForm answer={answer} />}
        </Loaded>
      </Panel>
      <Panel title="Test">
        <TestSend />
      </Panel>
      <DeliveriesPanel />
    </div>
  );
}

function Toggles({ answer }: { answer: RouteOutput<typeof getNotificationToggles> }) {
  const save = useCommand(putNotificationToggles, {
    done: (saved) => saved.message,
    failed: 'Failed to save notifications',
    refresh: [getNotificationToggles, getNotifySettings, getDeliveries],
  });
  const { settings, email_reports_note: note } = answer;
  const change = (part: Partial<typeof settings>): void => save.mutate({ body: part });
  return (
    <div className="flex flex-col gap-2 px-3.5 py-3">
      <Switch
        label="Trade notifications"
        note="Fills, closed and failed trades, proposals"
        checked={settings.trade_notifications}
        disabled={save.isPending}
        onChange={(isOn) => change({ trade_notifications: isOn })}
      />
      <Switch
        label="Arbitrage alerts"
        note="Opened, closed and failed arbitrage, naked legs"
        checked={settings.arbitrage_alerts}
        disabled={save.isPending}
        onChange={(isOn) => change({ arbitrage_alerts: isOn })}
      />
      <Switch
        label="Email reports"
        note={note === null ? 'The result of the day, each morning' : `Coming soon: ${note}`}
        checked={settings.email_reports}
        disabled={save.isPending || note !== null}
        onChange={(isOn) => change({ email_reports: isOn })}
      />
    </div>
  );
}
