import { describe, expect, it } from 'vitest';
import { keyCode } from '../../kit/index.ts';
import { KEYS, RARE_TOPICS, SKIPPED_KEYS, topicCode, TOPICS } from './wire.ts';

describe('names on the wire', () => {
  it('share no key code, so a key is never taken for another', () => {
    const names = [...new Set([...Object.values(KEYS), ...SKIPPED_KEYS])];
    expect(new Set(names.map(keyCode)).size).toBe(names.length);
  });

  it('share no topic code', () => {
    const names = [...Object.values(TOPICS), ...Object.values(RARE_TOPICS)];
    expect(new Set(names.map(topicCode)).size).toBe(names.length);
  });
});
