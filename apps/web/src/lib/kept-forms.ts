const KEPT_KEY = 'riptide.forms';

/** Names of fields that are never kept. */
const SECRET = /pass|secret|key|token|otp|code|chat/i;

type Values = Readonly<Record<string, unknown>>;

const open = new Map<string, () => Values | null>();

/** Announces a form while it is on screen: `read` gives what is unsaved, null when nothing is. The returned function ends it. */
export function announceForm(name: string, read: () => Values | null): () => void {
  open.set(name, read);
  return () => {
    if (open.get(name) === read) open.delete(name);
  };
}

/** Keeps what stands unsaved in the forms on screen, secrets left out, over the way through the gate. */
export function keepForms(): void {
  const kept = [...open].flatMap(([name, read]) => {
    const values = read();
    return values === null ? [] : [[name, withoutSecrets(values)] as const];
  });
  if (kept.length > 0) sessionStorage.setItem(KEPT_KEY, JSON.stringify(Object.fromEntries(kept)));
}

/** Takes what was kept of a form; null when nothing was. It is given once. */
export function takeForm(name: string): Values | null {
  const text = sessionStorage.getItem(KEPT_KEY);
  if (text === null) return null;
  const { [name]: values, ...rest } = parse(text);
  if (Object.keys(rest).length === 0) sessionStorage.removeItem(KEPT_KEY);
  else sessionStorage.setItem(KEPT_KEY, JSON.stringify(rest));
  return values ?? null;
}

function parse(text: string): Record<string, Values | undefined> {
  try {
    return JSON.parse(text) as Record<string, Values>;
  } catch (e) {
    console.info('Kept forms are unreadable.', e);
    return {};
  }
}

function withoutSecrets(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !SECRET.test(name))
      .map(([name, value]) => [name, isObject(value) ? withoutSecrets(value) : value]),
  );
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
