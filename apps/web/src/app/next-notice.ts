const NOTICE_KEY = 'riptide.notice';

/** Notes for the next page of this tab what has just been done. */
export function rememberNotice(text: string): void {
  sessionStorage.setItem(NOTICE_KEY, text);
}

/** Gives once what the page before has just done; null where nothing. */
export function takeNotice(): string | null {
  const text = sessionStorage.getItem(NOTICE_KEY);
  sessionStorage.removeItem(NOTICE_KEY);
  return text;
}
