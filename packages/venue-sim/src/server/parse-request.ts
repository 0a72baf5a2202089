import { err, ok, type Result } from '@riptide/core/domain';

/** Reads a client's message as a JSON object; the error says in words why it isn't one. */
export function parseRequest(text: string): Result<Readonly<Record<string, unknown>>, string> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) {
      return ok(parsed as Readonly<Record<string, unknown>>);
    }
    return err('expected an object');
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : 'expected value at line 1 column 1');
  }
}
