import { usePreferences, setPreferences } from '../../../lib/preferences.ts';
import { Panel } from '../../../shared/panel.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Switch } from '../../../ui/switch.tsx';

export interface KeyGroup {
  readonly title: string;
  /** Keys with spaces between them, and what they do. */
  readonly lines: readonly (readonly [keys: string, meaning: string])[];
}

/** Every key of the app, and the switch for those without a modifier. */
export function KeyboardSection({ groups }: { groups: readonly KeyGroup[] }) {
  const isOn = usePreferences().singleKeys === 'on';
  return (
    <Panel title="Keyboard">
      <div className="flex flex-col gap-4 px-3.5 py-3">
        <Switch
          label="Single-key shortcuts"
          note="They never act while a field has the focus or a dialog is open"
          checked={isOn}
          onChange={(next) => setPreferences({ singleKeys: next ? 'on' : 'off' })}
        />
        <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
          {groups.map((group) => (
            <section key={group.title} aria-label={group.title} className="flex flex-col gap-2">
              <h3 className="border-b border-line1 pb-1 text-[12px] font-semibold text-fg2">{group.title}</h3>
              <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2 text-sm">
                {group.lines.map(([keys, meaning]) => (
                  <div key={`${keys} ${meaning}`} className="contents">
                    <dt className="flex flex-wrap gap-1">
                      {keys.split(' ').map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd className="text-fg2">{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Panel>
  );
}
