const GRANTED_KEY = 'riptide.granted';

/** Notes for the next page of this tab that the gate has just been opened. */
export function rememberGranted(): void {
  sessionStorage.setItem(GRANTED_KEY, '1');
}

/** Tells once whether the gate has just been opened. */
export function takeGranted(): boolean {
  const wasGranted = sessionStorage.getItem(GRANTED_KEY) !== null;
  sessionStorage.removeItem(GRANTED_KEY);
  return wasGranted;
}
