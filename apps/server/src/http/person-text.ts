/** What a schema found wrong with a value, as far as a text for a person needs it. */
export interface InputIssue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  /** False where the bound itself is not allowed. */
  readonly inclusive?: unknown;
  readonly maximum?: unknown;
  readonly values?: readonly unknown[] | undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
};
const SECRET = /password|secret|token|key|passphrase|otp|code/i;
const SHOWN_CHARACTERS_MAX = 60;
/** A longer word may be a secret in the wrong field. */
const SHOWN_WORD_MAX = 24;

/** Says what is wrong with one field of `data`: the value as it was sent and the bound it breaks. Secrets are not repeated. */
export function personText(issue: InputIssue, data: unknown): string {
  const path = issue.path ?? [];
  const value = valueAt(data, path);
  if (value === undefined) return 'is missing';
  const shown = path.some((part) => SECRET.test(String(part))) ? 'the text' : shownValue(value);
  switch (issue.code) {
    case 'invalid_type':
      return `${shown} is not ${KINDS[String(issue.expected)] ?? `of the kind ${String(issue.expected)}`}`;
    case 'invalid_value':
      return `${shown} is not one of ${(issue.values ?? []).join(', ')}`;
    case 'too_small':
      if (issue.inclusive === false) return `${shown} must be over ${String(issue.minimum)}`;
      return boundText(issue.origin, value, { shown, bound: issue.minimum, isMinimum: true });
    case 'too_big':
      return boundText(issue.origin, value, { shown, bound: issue.maximum, isMinimum: false });
    default:
      return `${shown} is not valid`;
  }
}

interface Bound {
  readonly shown: string;
  readonly bound: unknown;
  readonly isMinimum: boolean;
}

function boundText(origin: unknown, value: unknown, { shown, bound, isMinimum }: Bound): string {
  const verdict = isMinimum ? `is under the minimum ${String(bound)}` : `is over the maximum ${String(bound)}`;
  if (origin === 'string') return `${shown} has ${String(value).length} characters, which ${verdict}`;
  if (origin === 'array') return `a list of ${Array.isArray(value) ? value.length : 0} ${verdict}`;
  return `${typeof value === 'string' && !isLongWord(value) ? value : shown} ${verdict}`;
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  return value;
}

function shownValue(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (isLongWord(value)) return 'the text';
  return text.length <= SHOWN_CHARACTERS_MAX ? text : `${text.slice(0, SHOWN_CHARACTERS_MAX)}…`;
}

function isLongWord(value: unknown): boolean {
  return typeof value === 'string' && value.length > SHOWN_WORD_MAX && !/\s/.test(value);
}
