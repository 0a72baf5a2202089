import { describe, expect, it } from 'vitest';
import { isPageReplaced } from './page-replaced.ts';

const page = (entry: string) =>
  `<html><head><script type="module" crossorigin src="/assets/${entry}"></script></head></html>`;
const serves =
  (html: string, status = 200): typeof fetch =>
  async () =>
    new Response(html, { status });

describe('isPageReplaced', () => {
  it('knows another build by its entry script', async () => {
    expect(await isPageReplaced(serves(page('index-b.js')), '/assets/index-a.js')).toBe(true);
    expect(await isPageReplaced(serves(page('index-a.js')), '/assets/index-a.js')).toBe(false);
  });

  it('claims nothing where it can not tell', async () => {
    expect(await isPageReplaced(serves('starting', 503), '/assets/index-a.js')).toBe(false);
    expect(await isPageReplaced(serves('<html></html>'), '/assets/index-a.js')).toBe(false);
    expect(await isPageReplaced(serves(page('index-b.js')), null)).toBe(false);
  });
});
