import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A finger reaches 44 px also where the picture of a small button is less high. */
const REACH = 'max-sm:after:absolute max-sm:after:inset-x-0';

const BASE =
  'relative inline-flex items-center justify-center gap-[7px] rounded-ctl border font-[550] whitespace-nowrap select-none disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed';

const LOOKS = {
  plain: 'bg-bg3 border-line2 text-fg1 enabled:hover:border-ctl',
  primary: 'bg-accent-bg border-transparent text-on-accent enabled:hover:brightness-110',
  go: 'bg-up-bg border-transparent text-on-up enabled:hover:brightness-110',
  stop: 'tint [--tint:var(--danger)] enabled:hover:brightness-110',
  ghost: 'bg-transparent border-transparent text-fg2 enabled:hover:bg-bg3 enabled:hover:text-fg1',
} as const;

const SIZES = {
  lg: 'h-[42px] px-4 text-[14px]',
  md: 'h-8 px-3 text-sm max-sm:h-11',
  sm: `h-[26px] px-[9px] text-[12px] max-sm:h-10 max-sm:min-w-11 ${REACH} max-sm:after:-inset-y-[3px]`,
  xs: `h-6 px-[7px] text-xs max-sm:h-9 max-sm:min-w-11 ${REACH} max-sm:after:-inset-y-[5px]`,
  icon: 'h-8 w-8 max-sm:h-11 max-sm:w-11',
  iconXs: `h-6 w-6 max-sm:h-9 max-sm:w-9 max-sm:after:absolute max-sm:after:-inset-[5px]`,
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: keyof typeof LOOKS | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  /** As wide as what holds it. */
  readonly wide?: boolean | undefined;
  /** Shows a spinner and blocks a second click. */
  readonly pending?: boolean;
}

/** The button of every panel and form. */
export function Button({
  look = 'plain',
  size = 'md',
  wide = false,
  pending = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(BASE, LOOKS[look], SIZES[size], wide && 'w-full', className)}
      disabled={disabled === true || pending}
      aria-busy={pending}
      {...rest}
    >
      {pending ? <LoaderCircle size={14} className="animate-spin" aria-hidden /> : null}
      {children}
    </button>
  );
}
