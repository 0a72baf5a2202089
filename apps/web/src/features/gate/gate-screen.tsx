'use no memo'; // The gate is drawn a few times at most, and its first screen is weighed in bytes.
import { useEffect, useState } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GateFooter } from './gate-footer.tsx';
import { GateForm } from './gate-form.tsx';
import { useGate, type GatePorts } from './use-gate.ts';

/** A check that answers sooner than this shows nothing of itself. */
const SHOW_CHECK_AFTER_MS = 150;

/** The page before the app: one password. */
export function GateScreen({ ports }: { ports: GatePorts }) {
  const gate = useGate(ports);
  const isSlow = useSlow(gate.phase === 'checking', ports);
  return (
    <div className="grid min-h-screen grid-rows-[1fr_auto] bg-[radial-gradient(900px_480px_at_50%_-8%,color-mix(in_srgb,var(--accent-bg)_22%,var(--bg0)),var(--bg0)_70%)]">
      <main className="grid place-items-center px-4 py-8">
        <div className="grid justify-items-center gap-[18px]">
          <div className="flex items-center gap-3">
            <Logo size={38} />
            <b className="text-[18px] font-[650] tracking-tight">Riptide</b>
          </div>
          <div className="w-[min(400px,calc(100vw-32px))] rounded-dlg border border-line2 bg-bg1 px-7 pt-7 pb-6 shadow-pop max-sm:px-5">
            {gate.phase === 'checking' ? <Checking isSlow={isSlow} /> : <GateForm gate={gate} />}
          </div>
          <div className="flex w-[min(400px,calc(100vw-32px))] flex-col gap-1 text-center text-[12px] text-fg3">
            <p>First start? The terminal that runs Riptide shows the password once.</p>
            <p>Sessions end after 12 h without use, after 7 days at the latest.</p>
          </div>
        </div>
      </main>
      <GateFooter gate={gate} />
    </div>
  );
}

function Checking({ isSlow }: { isSlow: boolean }) {
  return (
    <div role="status" className="flex min-h-[212px] flex-col gap-4">
      {isSlow ? (
        <>
          <span className="font-[550] text-fg2">Checking access...</span>
          <Skeleton width="60%" height={18} />
          <Skeleton width="100%" height={42} />
          <Skeleton width="100%" height={42} />
        </>
      ) : null}
    </div>
  );
}

function useSlow(isChecking: boolean, ports: GatePorts): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(
    () => (isChecking ? ports.clock.after(SHOW_CHECK_AFTER_MS, () => setSlow(true)) : undefined),
    [isChecking, ports.clock],
  );
  return isSlow;
}
