import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Info, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { SeverityName } from '@riptide/contracts/calls';
import { formatClock, formatExact } from '../../lib/format-time.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { cn } from '../../ui/cn.ts';
import type { BellLine } from './notice-model.ts';

const LOOKS: Readonly<Record<SeverityName, { icon: LucideIcon; colour: string; word: string }>> = {
  DEBUG: { icon: Info, colour: 'text-fg3', word: 'Debug' },
  INFO: { icon: Info, colour: 'text-info', word: 'Info' },
  WARN: { icon: TriangleAlert, colour: 'text-warn', word: 'Warning' },
  ERROR: { icon: CircleAlert, colour: 'text-danger', word: 'Error' },
  CRITICAL: { icon: OctagonAlert, colour: 'text-danger', word: 'Critical' },
};

/** One line of the bell, with the way to what it is about. */
export function BellLineItem({ line, onLeave }: { line: BellLine; onLeave: () => void }) {
  const { zone } = usePreferences();
  const look = LOOKS[line.severity];
  const isDone = line.severity === 'INFO' && !line.isServer;
  const Icon = isDone ? CircleCheck : look.icon;
  return (
    <li
      className={cn(
        'flex gap-2.5 border-b border-line1 px-3.5 py-2 text-sm last:border-b-0',
        !line.isRead && 'bg-[color-mix(in_srgb,var(--accent)_8%,var(--bg2))]',
      )}
    >
      <Icon size={15} aria-hidden className={cn('mt-0.5 flex-none', isDone ? 'text-ok' : look.colour)} />
      <span className="sr-only">{isDone ? 'Done' : look.word}:</span>
      <span className="min-w-0 flex-1 break-words">
        <span className={cn(!line.isRead && 'font-semibold')}>{line.title}</span>
        {line.count > 1 ? <span className="text-fg3"> ×{line.count}</span> : null}
        {line.body === null ? null : <span className="block text-[12px] text-fg2">{line.body}</span>}
        {line.href === null ? null : (
          <Link
            to={line.href}
            onClick={onLeave}
            className="inline-flex min-h-6 items-center text-[12px] font-[550] text-accent underline underline-offset-2"
          >
            Open
          </Link>
        )}
      </span>
      <time
        title={formatExact(line.atMs, zone)}
        dateTime={new Date(line.atMs).toISOString()}
        className="tabular text-2xs whitespace-nowrap text-fg3"
      >
        {formatClock(line.atMs, zone)}
      </time>
    </li>
  );
}
