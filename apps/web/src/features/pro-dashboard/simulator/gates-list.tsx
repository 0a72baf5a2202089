import { Link } from '@tanstack/react-router';
import { cn } from '../../../ui/cn.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useFocusedPanel } from '../frame/focused-panel.ts';
import { useProAddress } from '../frame/pro-address.ts';
import type { GateRow } from './gate-rows.ts';
import type { GateSetting } from './gate-facts.ts';

const WORDS = { ok: 'OK', block: 'BLOCK', miss: 'OK' } as const;
const TONES = { ok: 'ok', block: 'danger', miss: 'warn' } as const;

/** Every gate with its value against its limit, what it says, and where its limit is set. */
export function GatesList({ rows }: { rows: readonly GateRow[] }) {
  const isAlone = useFocusedPanel().focused === 'simulator';
  return (
    <div
      role="region"
      aria-label="Gates, scrollable"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: arrow keys need it
      tabIndex={0}
      // Beside the launcher it is as high as that, and scrolls; the panel alone shows the whole list.
      className={cn(
        'border-t border-line1',
        !isAlone && 'max-h-[340px] overflow-y-auto lg:max-h-none lg:min-h-[300px] lg:flex-1 lg:basis-0',
      )}
    >
      <ul aria-label="Gates">
        {rows.map((row) => (
          <li
            key={row.name}
            data-gate={row.name}
            className={`flex items-start gap-2 border-b border-line1 px-3.5 py-1.5 text-[12px] ${row.state === 'block' ? 'tint [--tint:var(--danger)]' : ''}`}
          >
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-[550] text-fg1" title={row.name}>
                  {row.facts.label}
                </span>
                <SettingLink setting={row.facts.setting} />
              </div>
              {row.state === 'miss' ? (
                <p className="text-2xs text-warn">Missed: blocks nothing, leaves it for evaluation</p>
              ) : null}
              <div className={cn('tabular text-fg2', row.state === 'ok' && 'flex flex-wrap gap-x-3')}>
                {row.lines.map((line) => (
                  <p key={line.venue ?? ''} className="break-words" title={line.detail}>
                    {line.venue === null ? null : <span className="text-fg3">{line.venue} </span>}
                    {line.figures}
                    {line.ok || line.figures === line.detail ? null : (
                      <span className="block text-2xs">{line.detail}</span>
                    )}
                  </p>
                ))}
              </div>
            </div>
            <Tag tone={TONES[row.state]}>{WORDS[row.state]}</Tag>
          </li>
        ))}
      </ul>
    </div>
  );
}

const LINK = 'text-2xs text-accent underline underline-offset-2';

function SettingLink({ setting }: { setting: GateSetting }) {
  const { change } = useProAddress();
  switch (setting.kind) {
    case 'page':
      return (
        <Link to={setting.to} search={setting.search} className={LINK}>
          {setting.field}
        </Link>
      );
    case 'panel':
      return (
        <button type="button" className={LINK} onClick={() => change({ panel: setting.panel }, { isStep: true })}>
          {setting.field}
        </button>
      );
    case 'fixed':
      return <span className="text-2xs text-fg3">{setting.why}</span>;
  }
}
