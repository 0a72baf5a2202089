import { useId, type ReactNode } from 'react';
import { cn } from './cn.ts';

export interface FieldFrameProps {
  readonly label: ReactNode;
  /** Bounds and meaning, always shown. */
  readonly hint?: ReactNode;
  readonly error: string | null;
}

interface FieldProps extends FieldFrameProps {
  /** Draws the control; it must carry both ids. */
  readonly children: (ids: { readonly id: string; readonly hintId: string }) => ReactNode;
}

/** The box around every control of a form. */
export const CONTROL_BOX =
  'flex h-8 items-center gap-1.5 rounded-ctl border px-2.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-sm:h-11';

/** The border and ground of a control's box: a locked one is told by them and not by paleness, which would cost its words their contrast. */
export function lookOf(error: string | null, isDisabled: boolean): string {
  if (isDisabled) return 'border-line2 bg-bg2';
  return error ? 'border-danger bg-bg0' : 'border-ctl bg-bg0';
}

/** A control with its label above, and below it what it takes or what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex min-w-0 flex-col gap-[5px] text-[12px] text-fg2">
      <label htmlFor={id}>{label}</label>
      {children({ id, hintId })}
      <small id={hintId} className={cn('min-h-[15px] text-2xs', error ? 'text-danger' : 'text-fg3')}>
        {error ?? hint}
      </small>
    </div>
  );
}
