import { use, useState, type ComponentType, type ReactNode } from 'react';
import { isPageReplaced, ownEntry } from '../lib/page-replaced.ts';
import { ErrorState } from './panel-states.tsx';

type Outcome<C> = { readonly Part: C } | { readonly error: unknown };

interface Asked<C> {
  readonly answer: Promise<Outcome<C>>;
  outcome: Outcome<C> | null;
}

/** A component with what a router asks for ahead. */
type LateComponent<P> = ((props: P) => ReactNode) & {
  readonly preload: () => Promise<void>;
};

/**
 * A part that is loaded when it is first drawn; it suspends until then. One that can't be loaded, as while the server is lost, says what
 * failed and is asked for again by Retry, which takes the whole page anew when the server has another build of it by now.
 */
export function latePart<P extends object>(what: string, load: () => Promise<ComponentType<P>>): LateComponent<P> {
  let current: Asked<ComponentType<P>> | null = null;
  const ask = (): Asked<ComponentType<P>> => (current ??= begin(load));
  function LatePart(props: P) {
    const [asked, setAsked] = useState(ask);
    const outcome = asked.outcome ?? use(asked.answer);
    if ('Part' in outcome) {
      const { Part } = outcome;
      return <Part {...props} />;
    }
    const retry = async (): Promise<void> => {
      if (await isReplaced()) return window.location.reload();
      current = null;
      setAsked(ask());
    };
    return <ErrorState error={outcome.error} fallback={`Could not load ${what}`} onRetry={() => void retry()} />;
  }
  return Object.assign(LatePart, { preload: async () => void (await ask().answer) });
}

function begin<C>(load: () => Promise<C>): Asked<C> {
  const asked: Asked<C> = {
    answer: load().then(
      (Part) => (asked.outcome = { Part }),
      (error: unknown) => (asked.outcome = { error }),
    ),
    outcome: null,
  };
  return asked;
}

/** A server that can't be asked has replaced nothing that is known of. */
function isReplaced(): Promise<boolean> {
  return isPageReplaced((input, init) => window.fetch(input, init), ownEntry()).catch(() => false);
}
