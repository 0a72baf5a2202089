'use no memo'; // The gate is drawn a few times at most, and its first screen is weighed in bytes.
import { Eye, EyeOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '../../ui/cn.ts';
import { Button } from '../../ui/button.tsx';
import type { Gate } from './use-gate.ts';

/** The password field, what is wrong with it, and the way in. */
export function GateForm({ gate }: { gate: Gate }) {
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isBusy = gate.phase === 'busy' || gate.phase === 'granted';

  useEffect(() => {
    field.current?.focus();
    if (gate.refusals > 0) field.current?.select();
  }, [gate.refusals]);

  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        gate.submit(password);
      }}
    >
      <h1 className="text-[18px] leading-6 font-[640] tracking-tight">Enter the gate password</h1>
      <p className="mt-1.5 mb-[18px] text-fg2">
        Single password mode is enabled. Contact your administrator if you need access.
      </p>
      <input type="text" name="username" value="operator" autoComplete="username" readOnly hidden />
      <label htmlFor="gate-password" className="text-[12px] font-[550]">
        Gate password
      </label>
      <div
        className={cn(
          'mt-1.5 flex h-[42px] items-center rounded-ctl border bg-bg0 pr-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
          gate.error === null ? 'border-ctl' : 'border-danger',
        )}
      >
        <input
          ref={field}
          id="gate-password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={512}
          value={password}
          readOnly={isBusy}
          onChange={(event) => setPassword(event.target.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          aria-invalid={gate.error !== null}
          aria-describedby="gate-said"
          className={cn(
            'h-full min-w-0 flex-1 bg-transparent px-2.5 text-[14px] outline-none',
            !isShown && password !== '' && 'tracking-[.18em]',
          )}
        />
        <button
          type="button"
          aria-pressed={isShown}
          aria-label="Show password"
          onClick={() => setShown(!isShown)}
          className="grid size-8 place-items-center rounded-ctl text-fg2 hover:text-fg1"
        >
          {isShown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
        </button>
      </div>
      <div id="gate-said" role="alert" className="mt-[9px] flex min-h-[18px] flex-col gap-1 text-[12px]">
        <Said gate={gate} hasCapsLock={hasCapsLock} />
      </div>
      <Button type="submit" look="primary" size="lg" wide className="mt-2" disabled={isBusy || gate.waitS !== null}>
        {isBusy ? <LoaderCircle size={15} className="animate-spin" aria-hidden /> : null}
        {gate.phase === 'granted' ? 'Access granted!' : isBusy ? 'Authenticating...' : 'Enter Platform'}
      </Button>
    </form>
  );
}

function Said({ gate, hasCapsLock }: { gate: Gate; hasCapsLock: boolean }) {
  return (
    <>
      {gate.waitS === null ? null : <span className="text-danger">Too many tries. Wait {gate.waitS} s.</span>}
      {gate.offline ? <span className="text-danger">Connection error</span> : null}
      {gate.error === null ? null : <span className="text-danger">{gate.error}</span>}
      {hasCapsLock ? (
        <span className="flex items-center gap-1.5 text-warn">
          <TriangleAlert size={14} aria-hidden />
          Caps Lock is on
        </span>
      ) : null}
    </>
  );
}
