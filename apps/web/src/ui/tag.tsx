import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'accent' | 'up' | 'down' | 'neutral';

const TONES: Readonly<Record<Tone, string>> = {
  ok: 'tint [--tint:var(--ok)]',
  warn: 'tint [--tint:var(--warn)]',
  danger: 'tint [--tint:var(--danger)]',
  info: 'tint [--tint:var(--info)]',
  accent: 'tint [--tint:var(--accent)]',
  up: 'tint [--tint:var(--up)]',
  down: 'tint [--tint:var(--down)]',
  neutral: 'bg-bg2 text-fg2 border border-line2',
};

/** A short word on a tint, for states. */
export function Tag({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center gap-[5px] rounded-tag px-[7px] text-2xs font-semibold whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
