import { usePreferences, setPreferences } from '../../../lib/preferences.ts';
import { KeyLines, type KeyGroup } from '../../../shared/key-list.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Switch } from '../../../ui/switch.tsx';

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
                <KeyLines lines={group.lines} />
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Panel>
  );
}
