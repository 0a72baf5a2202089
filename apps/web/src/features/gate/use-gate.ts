'use no memo'; // As the screen that uses it.
import { useEffect, useEffectEvent, useState } from 'react';
import { readGate, unlock, type GateCallPorts, type GateFacts } from './gate-calls.ts';

export interface GatePorts extends GateCallPorts {
  /** Leaves the gate for the app, after unlocking or because it was open already. */
  readonly enter: (how: 'unlocked' | 'already-open') => void;
  /** Shows a toast; loaded only when the first one is due. */
  readonly toastError: (text: string) => void;
}

type GatePhase = 'checking' | 'ready' | 'busy' | 'granted';

export interface Gate {
  readonly phase: GatePhase;
  readonly facts: GateFacts | null;
  readonly offline: boolean;
  /** Text under the field; null while nothing is wrong. */
  readonly error: string | null;
  /** Seconds to wait after too many tries; null while trying is allowed. */
  readonly waitS: number | null;
  /** Rises with every refusal, so that the field can take the focus back. */
  readonly refusals: number;
  submit(password: string): void;
}

const OFFLINE_RETRY_MS = 3000;

/** Runs the gate: first check, retry while offline, tries, and the countdown after too many. */
export function useGate(ports: GatePorts): Gate {
  const [phase, setPhase] = useState<GatePhase>('checking');
  const [facts, setFacts] = useState<GateFacts | null>(null);
  const [offline, setOffline] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [lock, setLock] = useState<{ untilMs: number; waitS: number } | null>(null);

  const check = useEffectEvent(async () => {
    const answer = await readGate(ports);
    setFacts((known) => answer ?? known);
    setOffline(answer === null);
    if (answer?.authenticated) {
      setPhase('granted');
      ports.enter('already-open');
    } else setPhase((now) => (now === 'checking' ? 'ready' : now));
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the state is set when the server has answered, not in the effect
  useEffect(() => void check(), []);
  useEffect(() => {
    if (!offline) return undefined;
    let cancel = (): void => {};
    const again = (): void => {
      void check();
      cancel = ports.clock.after(OFFLINE_RETRY_MS, again);
    };
    cancel = ports.clock.after(OFFLINE_RETRY_MS, again);
    return () => cancel();
  }, [offline, ports.clock]);
  useEffect(() => {
    if (lock === null) return undefined;
    return ports.clock.after(250, () => {
      const waitS = Math.ceil((lock.untilMs - ports.clock.nowMs()) / 1000);
      setLock(waitS > 0 ? { untilMs: lock.untilMs, waitS } : null);
    });
  }, [lock, ports.clock]);

  const refuse = (text: string): void => {
    setPhase('ready');
    setError(text);
    setRefusals((count) => count + 1);
  };

  const tryPassword = async (password: string): Promise<void> => {
    setPhase('busy');
    setError(null);
    const outcome = await unlock(ports, password);
    setOffline(outcome.kind === 'offline');
    if (outcome.kind === 'granted') {
      setPhase('granted');
      ports.enter('unlocked');
    } else if (outcome.kind === 'locked-out') {
      setPhase('ready');
      setLock({ untilMs: ports.clock.nowMs() + outcome.seconds * 1000, waitS: Math.ceil(outcome.seconds) });
    } else if (outcome.kind === 'offline') {
      setPhase('ready');
    } else {
      refuse(outcome.text);
      ports.toastError(outcome.text);
    }
  };

  const submit = (password: string): void => {
    if (phase !== 'ready' || lock !== null) return;
    const trimmed = password.trim();
    if (trimmed === '') refuse('Please enter the gate password');
    else void tryPassword(trimmed);
  };

  return { phase, facts, offline, error, waitS: lock?.waitS ?? null, refusals, submit };
}
