import { Link } from '@tanstack/react-router';
import { Tag } from '../../../ui/tag.tsx';
import { useProAddress } from '../frame/pro-address.ts';
import type { GateRow } from './gate-rows.ts';
import type { GateSetting } from './gate-facts.ts';

const WORDS = { ok: 'OK', block: 'BLOCK', miss: 'OK' } as const;
const TONES = { ok: 'ok', block: 'danger', miss: 'warn' } as const;

/** Every gate with its value against its limit, what it says, and where its limit is set. */
export function GatesList({ rows }: { rows: readonly GateRow[] }) {
  return (
    <div
      role="region"
      aria-label="Gates, scrollable"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: arrow keys need it
      tabIndex={0}
      className="max-h-[340px] overflow-y-auto lg:max-h-[560px] border-t border-line1"
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
              {row.lines.map((line) => (
                <p key={line.venue ?? ''} className="tabular break-words text-fg2" title={line.detail}>
                  {line.venue === null ? null : <span className="text-fg3">{line.venue} </span>}
                  {line.figures}
                  {line.ok || line.figures === line.detail ? null : (
                    <span className="block text-2xs">{line.detail}</span>
                  )}
                </p>
              ))}
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
