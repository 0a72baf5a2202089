import { cn } from './cn.ts';

export type DotTone = 'ok' | 'warn' | 'danger' | 'off';

const COLOURS: Readonly<Record<DotTone, string>> = {
  ok: 'text-ok',
  warn: 'text-warn',
  danger: 'text-danger',
  off: 'text-fg3',
};

/** A coloured point beside a word that says the same. */
export function Dot({ tone, ring = false, small = false }: { tone: DotTone; ring?: boolean; small?: boolean }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-block flex-none rounded-full bg-current',
        small ? 'size-1.5' : 'size-2',
        COLOURS[tone],
        ring && 'shadow-[0_0_0_3px_color-mix(in_srgb,currentColor_22%,transparent)]',
      )}
    />
  );
}
