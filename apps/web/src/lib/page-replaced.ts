const ENTRY = /<script[^>]*\ssrc="(\/assets\/[^"]+\.js)"/;

/**
 * Tells whether the server now gives out another build of this page than the one that runs here. Builds are told apart by the name of the
 * entry script, which holds a hash of the code.
 */
export async function isPageReplaced(fetchPage: typeof fetch, own: string | null): Promise<boolean> {
  if (own === null) return false;
  const response = await fetchPage('/', {
    headers: { accept: 'text/html' },
    cache: 'no-store',
    credentials: 'same-origin',
  });
  if (!response.ok) return false;
  const given = ENTRY.exec(await response.text())?.[1];
  return given !== undefined && given !== own;
}

/** The address of the entry script that this page was started with; null in development, where it has no fixed one. */
export function ownEntry(): string | null {
  return ENTRY.exec(document.documentElement.outerHTML)?.[1] ?? null;
}
