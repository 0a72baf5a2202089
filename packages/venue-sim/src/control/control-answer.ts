import { err, type Result } from '@riptide/core/domain';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** Why a call of the control API was not done. */
export interface ControlRefusal {
  readonly status: 400 | 403 | 404 | 405 | 409 | 413 | 500;
  /** Stable, snake_case. */
  readonly code: string;
  readonly error: string;
  /** The faulty field, what was read of it and what is allowed. */
  readonly field?: string;
  readonly value?: Json;
  readonly allowed?: string;
}

/** What a call answers. */
export type ControlAnswer = Result<JsonObject, ControlRefusal>;

const SHOWN_CHARS_MAX = 200;

/** Refuses a field: 400 `bad_field` with its name, what was read and what is allowed. */
export function badField(
  field: string,
  value: unknown,
  allowed: string,
): { readonly ok: false; readonly error: ControlRefusal } {
  const shown = shownValue(value);
  const read = value === undefined ? 'nothing' : JSON.stringify(shown);
  return err({
    status: 400,
    code: 'bad_field',
    error: `${field}: read ${read}, allowed: ${allowed}`,
    field,
    value: shown,
    allowed,
  });
}

/** A value as an answer may repeat it: cut when it is long. */
function shownValue(value: unknown): Json {
  const text = JSON.stringify(value ?? null);
  return text.length <= SHOWN_CHARS_MAX ? (JSON.parse(text) as Json) : `${text.slice(0, SHOWN_CHARS_MAX)}…`;
}
