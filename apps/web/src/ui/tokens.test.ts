import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VISION_MATRICES, colourDistance, contrastRatio, parseHex, simulate } from './colour-distance.ts';

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8');

function readTheme(selector: string): Readonly<Record<string, string>> {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/gi)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

const THEMES = { dark: readTheme("[data-theme='dark']"), light: readTheme("[data-theme='light']") } as const;
const SURFACES = ['bg0', 'bg1', 'bg2', 'bg3'];
const TEXTS = ['fg1', 'fg2', 'fg3', 'accent', 'up-std', 'down-std', 'up-cb', 'down-cb', 'ok', 'warn', 'danger', 'info'];
const FILLS = [
  ['on-accent', 'accent-bg'],
  ['on-danger', 'danger-bg'],
  ['on-up', 'up-bg'],
] as const;

describe.each(['dark', 'light'] as const)('%s tokens', (theme) => {
  const colour = (name: string) => {
    const hex = THEMES[theme][name];
    if (hex === undefined) throw new Error(`no token ${name}`);
    return parseHex(hex);
  };

  it.each(TEXTS)('--%s is readable on every surface (4.5)', (text) => {
    for (const surface of SURFACES) expect(contrastRatio(colour(text), colour(surface))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['ctl', 'focus'])('--%s can be seen on every surface (3)', (edge) => {
    for (const surface of SURFACES) expect(contrastRatio(colour(edge), colour(surface))).toBeGreaterThanOrEqual(3);
  });

  it.each(FILLS)('--%s is readable on --%s', (text, fill) => {
    expect(contrastRatio(colour(text), colour(fill))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.keys(VISION_MATRICES) as (keyof typeof VISION_MATRICES)[])(
    'up and down stay apart for %s viewers',
    (vision) => {
      const apart = (up: string, down: string) =>
        colourDistance(simulate(colour(up), vision), simulate(colour(down), vision));
      expect(apart('up-cb', 'down-cb')).toBeGreaterThanOrEqual(40);
      expect(apart('up-std', 'down-std')).toBeGreaterThanOrEqual(12);
    },
  );
});

describe('colourDistance', () => {
  it('agrees with the published pair of the standard preset', () => {
    expect(colourDistance(parseHex('#33D1A6'), parseHex('#F6546A'))).toBeCloseTo(72.8, 0);
  });
});
