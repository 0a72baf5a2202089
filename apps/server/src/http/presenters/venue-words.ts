/** Reads the venue's own code and words out of the detail that the adapters write, e.g. `status=401 code=-2015 msg=Invalid API-key`. */
export function venueWords(detail: string): { readonly venue_code: string | null; readonly venue_said: string | null } {
  const code = /\b(?:venueCode|code)=(-?\d+)/.exec(detail)?.[1] ?? null;
  const quoted = /\b(?:text|venueText)=("(?:[^"\\]|\\.)*")/.exec(detail)?.[1];
  const words = quoted === undefined ? /\bmsg=(.*)$/s.exec(detail)?.[1] : (JSON.parse(quoted) as string);
  const said = words?.trim() ?? '';
  return { venue_code: code, venue_said: code === null || said === '' ? null : said };
}
