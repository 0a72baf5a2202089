import { describe, expect, it } from 'vitest';
import { keyCode } from '../../kit/index.ts';
import { KEYS, RARE_TOPICS, SKIPPED_KEYS, TOPICS } from './wire.ts';

function codes(names: readonly string[]): ReadonlySet<number> {
  return new Set(names.map(keyCode));
}

describe('names on the wire', () => {
  it('share no key code, so a key is never taken for another', () => {
    const names = [...new Set([...Object.values(KEYS), ...SKIPPED_KEYS])];
    expect(codes(names).size).toBe(names.length);
  });

  it('share no topic code', () => {
    const names = [...Object.values(TOPICS), ...Object.values(RARE_TOPICS)];
    expect(codes(names).size).toBe(names.length);
  });
});
