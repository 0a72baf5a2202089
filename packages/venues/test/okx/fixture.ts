import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a fixture's text as it stands, without the final line break. */
export function fixture(name: string): string {
  return readFileSync(join(import.meta.dirname, '../../fixtures/okx', `${name}.json`), 'utf8').trimEnd();
}
