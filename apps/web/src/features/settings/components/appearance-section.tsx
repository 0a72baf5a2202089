import type { ReactNode } from 'react';
import { formatExact, zoneName } from '../../../lib/format-time.ts';
import { formatPnl, formatUsd } from '../../../lib/format.ts';
import { setPreferences, usePreferences, type Preferences } from '../../../lib/preferences.ts';
import { SOUND_KINDS, SOUND_SWITCH, playSound, type SoundKind } from '../../../lib/sounds.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { DesktopPanel } from './desktop-panel.tsx';

/** How the screens look, sound and ask; every change counts at once. */
export function AppearanceSection() {
  const now = usePreferences();
  return (
    <div className="grid min-w-0 items-start gap-3 lg:grid-cols-2">
      <Panel title="Appearance">
        <div className="flex flex-col gap-3 px-3.5 py-3">
          <Choice label="Theme" hint="Key L">
            <Segmented
              label="Theme"
              value={now.theme}
              segments={THEMES}
              onChange={(theme) => setPreferences({ theme })}
            />
          </Choice>
          <Choice label="Up and down colours" hint="The sign is always written as well">
            <Segmented
              label="Up and down colours"
              value={now.pnl}
              segments={COLOURS}
              onChange={(pnl) => setPreferences({ pnl })}
            />
          </Choice>
          <Choice label="Row height" hint="Key D">
            <Segmented
              label="Row height"
              value={now.density}
              segments={DENSITIES}
              onChange={(density) => setPreferences({ density })}
            />
          </Choice>
          <Choice label="Time zone" hint={`Key T; this browser is in ${zoneName('local')}`}>
            <Segmented
              label="Time zone"
              value={now.zone}
              segments={ZONES}
              onChange={(zone) => setPreferences({ zone })}
            />
          </Choice>
          <Switch
            label="Separate thousands"
            note="48,213.57 instead of 48213.57"
            checked={now.grouping === 'on'}
            onChange={(isOn) => setPreferences({ grouping: isOn ? 'on' : 'off' })}
          />
          <Sample />
        </div>
      </Panel>
      <div className="flex min-w-0 flex-col gap-3">
        <Panel title="Keys and confirmations">
          <div className="flex flex-col gap-2 px-3.5 py-3">
            <Switch
              label="Single-key shortcuts"
              note="Off for speech input and for keyboards that type by accident; Ctrl K and Alt Shift K stay"
              checked={now.singleKeys === 'on'}
              onChange={(isOn) => setPreferences({ singleKeys: isOn ? 'on' : 'off' })}
            />
            <Switch
              label="Skip confirmation for single live orders"
              note="Closing all, the kill switch and going live always ask"
              checked={now.confirmSingle === 'skip'}
              onChange={(isOn) => setPreferences({ confirmSingle: isOn ? 'skip' : 'ask' })}
            />
          </div>
        </Panel>
        <Sounds now={now} />
        <DesktopPanel />
      </div>
    </div>
  );
}

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;
const COLOURS = [
  { value: 'standard', label: 'Green / red' },
  { value: 'reversed', label: 'Red / green' },
  { value: 'cb', label: 'Blue / orange' },
  { value: 'mono', label: 'One colour' },
] as const;
const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'default', label: 'Default' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;
const ZONES = [
  { value: 'utc', label: 'UTC' },
  { value: 'local', label: 'Local' },
] as const;
const VOLUMES = [
  { value: 'quiet', label: 'Quiet' },
  { value: 'normal', label: 'Normal' },
  { value: 'loud', label: 'Loud' },
] as const;

const SOUND_WORDS: Readonly<Record<SoundKind, string>> = {
  fill: 'Fill',
  target: 'Target reached',
  stop: 'Stop reached',
  error: 'Error',
  kill: 'Kill switch, daily loss, liquidation',
};

function Choice({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span className="text-sm">
        {label}
        <span className="block text-2xs text-fg3">{hint}</span>
      </span>
      {children}
    </div>
  );
}

function Sample() {
  const { zone } = usePreferences();
  return (
    <div
      role="group"
      aria-label="Sample"
      className="tabular flex flex-wrap gap-x-5 gap-y-1 rounded-ctl border border-line1 bg-bg2 px-3 py-2.5 text-sm"
    >
      <span className="text-fg3">Sample</span>
      <span>{formatUsd(48_213.57)}</span>
      <span className="text-up">{formatPnl(34.78)}</span>
      <span className="text-down">{formatPnl(-16.65)}</span>
      <span className="text-fg2">{formatExact(useNow(), zone)}</span>
    </div>
  );
}

function Sounds({ now }: { now: Preferences }) {
  const isOn = now.sounds === 'on';
  return (
    <Panel title="Sounds">
      <div className="flex flex-col gap-2 px-3.5 py-3">
        <Switch
          label="Sounds"
          note="Tones of the browser, while this page is open and in view"
          checked={isOn}
          onChange={(next) => setPreferences({ sounds: next ? 'on' : 'off' })}
        />
        <Choice label="Volume" hint="Of all tones">
          <Segmented
            label="Volume"
            value={now.volume}
            segments={VOLUMES}
            onChange={(volume) => setPreferences({ volume })}
          />
        </Choice>
        {SOUND_KINDS.map((kind) => (
          <div key={kind} className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <Switch
                label={SOUND_WORDS[kind]}
                checked={now[SOUND_SWITCH[kind]] === 'on'}
                disabled={!isOn}
                onChange={(next) => setPreferences({ [SOUND_SWITCH[kind]]: next ? 'on' : 'off' })}
              />
            </div>
            <Button size="xs" disabled={!isOn || now[SOUND_SWITCH[kind]] === 'off'} onClick={() => playSound(kind)}>
              Play<span className="sr-only"> {SOUND_WORDS[kind]}</span>
            </Button>
          </div>
        ))}
      </div>
    </Panel>
  );
}
