import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-[4px] border border-line2 bg-bg2 px-[5px] py-[3px] font-sans text-[10.5px] leading-none font-medium text-fg2">
      {children}
    </kbd>
  );
}
