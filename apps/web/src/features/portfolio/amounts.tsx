import { createContext, useContext, type ReactNode } from 'react';

/** Whether amounts are hidden from people who look over a shoulder. */
const Hidden = createContext(false);

/** Hides every amount below, or shows them. */
export function AmountsProvider({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  return <Hidden value={isHidden}>{children}</Hidden>;
}

/** An amount that a person may want to hide: dots stand for it then, also for screen readers. */
export function Amount({ children }: { children: ReactNode }) {
  if (!useContext(Hidden)) return <>{children}</>;
  return (
    <span className="text-fg3">
      <span aria-hidden>••••</span>
      <span className="sr-only">hidden</span>
    </span>
  );
}

/** Tells whether amounts are hidden, for pictures that would show them. */
export function useAmountsHidden(): boolean {
  return useContext(Hidden);
}
