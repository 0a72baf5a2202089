import { Eye, EyeOff } from 'lucide-react';
import { useState, type HTMLInputTypeAttribute } from 'react';
import { cn } from './cn.ts';
import { CONTROL_BOX, Field, lookOf, type FieldFrameProps } from './field.tsx';

interface TextFieldProps extends FieldFrameProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'url' | 'time' | 'search'> | 'secret';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  /** Shows or hides a secret from outside, for several fields with one switch; the field then has no eye of its own. */
  readonly isRevealed?: boolean;
}

/** A field for one line of text; a secret is hidden until its eye is pressed. */
export function TextField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  type = 'text',
  autoComplete = 'off',
  placeholder,
  disabled = false,
  maxLength = 512,
  autoFocus,
  isRevealed,
}: TextFieldProps) {
  const [isOwnShown, setShown] = useState(false);
  const isShown = isRevealed ?? isOwnShown;
  const isSecret = type === 'secret';
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, hintId }) => (
        <div className={cn(CONTROL_BOX, lookOf(error, disabled))}>
          <input
            id={id}
            type={isSecret ? (isShown ? 'text' : 'password') : type}
            autoComplete={autoComplete}
            spellCheck={false}
            value={value}
            placeholder={placeholder}
            disabled={disabled}
            maxLength={maxLength}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for only by dialogs, whose first field it is
            autoFocus={autoFocus}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            aria-invalid={error !== null}
            aria-describedby={hintId}
            className="w-full min-w-0 bg-transparent text-sm text-fg1 outline-none disabled:text-fg2 placeholder:text-fg3"
          />
          {isSecret && isRevealed === undefined ? (
            <button
              type="button"
              aria-pressed={isShown}
              aria-label="Show what is typed"
              onClick={() => setShown(!isShown)}
              className="-mr-1 grid size-6 flex-none place-items-center text-fg2 hover:text-fg1"
            >
              <Icon size={15} aria-hidden />
            </button>
          ) : null}
        </div>
      )}
    </Field>
  );
}
