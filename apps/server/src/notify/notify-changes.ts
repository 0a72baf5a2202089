import type { NotifyPreferences } from '@riptide/contracts';

/** Fields whose text names a person or a chat; of the address of a webhook its host is told. */
const HIDDEN: ReadonlySet<string> = new Set(['chat_id', 'phone_id', 'to']);
const NONE = 'none';
const SET = 'set';

/** Returns every field that differs between two states of the preferences, as `before → after`; those only as set, none or changed. */
export function notifyChanges(before: NotifyPreferences, after: NotifyPreferences): Readonly<Record<string, string>> {
  const [old, now] = [flatOf(before), flatOf(after)];
  const changes: Record<string, string> = {};
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(field), now.get(field)];
    if (from === to) continue;
    const [shownFrom, shownTo] = [shown(field, from), shown(field, to)];
    changes[field] = `${shownFrom} → ${shownTo}${shownFrom === shownTo ? ' (changed)' : ''}`;
  }
  return changes;
}

/** Every value under the path of its field. */
function flatOf(value: unknown, path = '', found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, part] of Object.entries(value)) flatOf(part, path === '' ? name : `${path}.${name}`, found);
  else found.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return found;
}

function shown(field: string, text: string | undefined): string {
  if (text === undefined || text === '' || text === 'null') return NONE;
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (HIDDEN.has(name)) return SET;
  if (name === 'url') return URL.canParse(text) ? new URL(text).host : SET;
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
