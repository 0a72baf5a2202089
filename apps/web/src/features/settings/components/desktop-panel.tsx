import { useState } from 'react';
import {
  askDesktopPermission,
  desktopPermission,
  showDesktopNote,
  type DesktopPermission,
} from '../../../lib/desktop-notes.ts';
import { setPreferences, usePreferences } from '../../../lib/preferences.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';

const SAMPLE = { title: 'Riptide', body: 'Notifications look like this.', tag: 'sample' } as const;

/** Notifications of this desktop: the browser asks for them only after a click here. */
export function DesktopPanel() {
  const { desktop, desktopAmounts } = usePreferences();
  const [permission, setPermission] = useState(desktopPermission);
  const isOn = desktop === 'on' && permission === 'granted';
  const turnOn = async (): Promise<void> => {
    const answer = await askDesktopPermission();
    setPermission(answer);
    if (answer === 'granted') setPreferences({ desktop: 'on' });
  };
  return (
    <Panel title="Desktop notifications">
      <div className="flex flex-col gap-2 px-3.5 py-3">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="min-w-0 flex-1 text-sm">
            {isOn ? 'On in this browser' : 'Off in this browser'}
            <span className="block text-2xs text-fg3">{explain(permission)}</span>
          </span>
          {isOn ? (
            <>
              <Button size="sm" onClick={() => showDesktopNote(SAMPLE)}>
                Show one
              </Button>
              <Button size="sm" onClick={() => setPreferences({ desktop: 'off' })}>
                Turn off<span className="sr-only"> desktop notifications</span>
              </Button>
            </>
          ) : (
            <Button
              size="sm"
              look="primary"
              disabled={permission === 'denied' || permission === 'unsupported'}
              onClick={() => void turnOn()}
            >
              Turn on<span className="sr-only"> desktop notifications</span>
            </Button>
          )}
        </div>
        <Switch
          label="Name amounts"
          note="Off, they name no amount: a desktop is seen by others too"
          checked={desktopAmounts === 'shown'}
          disabled={!isOn}
          onChange={(isShown) => setPreferences({ desktopAmounts: isShown ? 'shown' : 'hidden' })}
        />
      </div>
    </Panel>
  );
}

function explain(permission: DesktopPermission): string {
  switch (permission) {
    case 'unsupported':
      return 'This browser shows none, or the page was opened neither by HTTPS nor on this machine.';
    case 'denied':
      return 'The browser blocks them for this page. Allow notifications for this address in its settings, then load the page anew.';
    default:
      return 'Shown while this page is open and not in view: warnings, errors, closed trades, proposals';
  }
}
