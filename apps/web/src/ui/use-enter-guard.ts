import { useState } from 'react';

const ENTER_GUARD_MS = 400;

/** Tells of an event whether it may confirm: a second Enter of an impatient hand must not confirm what the first one opened. */
export function useEnterGuard(): (event: { readonly timeStamp: number }) => boolean {
  const [openedAtMs] = useState(() => performance.now());
  return ({ timeStamp }) => timeStamp - openedAtMs >= ENTER_GUARD_MS;
}
