const RECENT_KEY = 'riptide.palette.recent';
const KEPT = 6;

/** Reads the ids of what was chosen last, newest first. */
export function readRecent(): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]');
    return Array.isArray(saved) ? saved.filter((id) => typeof id === 'string').slice(0, KEPT) : [];
  } catch (e) {
    console.info('Recent items are unreadable, the list starts anew.', e);
    return [];
  }
}

/** Puts an id before the others. */
export function rememberRecent(id: string): void {
  localStorage.setItem(RECENT_KEY, JSON.stringify([id, ...readRecent().filter((each) => each !== id)].slice(0, KEPT)));
}
