import { describe, expect, it } from 'vitest';
import { historySpans } from './history-spans.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_795_000_000_000;

describe('historySpans', () => {
  it.each([0, 1, 6.5, 7, 7.5, 30, 365])('covers %f days without a hole, each span seven days at most', (days) => {
    const sinceMs = NOW_MS - days * DAY_MS;
    const spans = historySpans(sinceMs, NOW_MS);
    if (!spans.ok) throw new Error(spans.error.detail);
    expect(spans.value[0]?.startMs).toBe(sinceMs);
    expect(spans.value.at(-1)?.endMs).toBeGreaterThanOrEqual(NOW_MS);
    spans.value.forEach(({ startMs, endMs }, at) => {
      expect(endMs - startMs).toBeLessThan(7 * DAY_MS);
      const before = spans.value[at - 1];
      if (before !== undefined) expect(startMs).toBe(before.endMs + 1);
    });
  });

  it('refuses what the venue does not keep', () => {
    expect(historySpans(NOW_MS - 800 * DAY_MS, NOW_MS)).toMatchObject({
      error: { code: 'INPUT_INVALID', outcome: 'not-sent' },
    });
  });
});
