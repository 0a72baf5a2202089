const KEY = 'riptide.onboarding';

/** Tells whether the first steps were done or put away when they were asked for last, in this browser. */
export function wasGone(): boolean {
  return localStorage.getItem(KEY) === 'gone';
}

/** Keeps whether the first steps are done or put away. */
export function rememberGone(isGone: boolean): void {
  if (isGone) localStorage.setItem(KEY, 'gone');
  else localStorage.removeItem(KEY);
}
