import { readFileSync } from 'node:fs';
import { gateStatus } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { GATE_PATH } from './ask-first.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = read('../../index.html');
const tokens = read('../ui/tokens.css');

/** The colours of a rule by their names. */
function coloursOf(css: string, selector: string): Record<string, string> {
  const body = css.slice(css.indexOf(selector)).split('{')[1]?.split('}')[0] ?? '';
  return Object.fromEntries([...body.matchAll(/(--[\w-]+):\s*(#\w+);/g)].map((match) => [match[1], match[2]]));
}

describe('what the page is painted with first', () => {
  it.each([
    ['dark', ':root {', ':root,'],
    ['light', "[data-theme='light'] {", "[data-theme='light'] {"],
  ])('has the %s colours of everything after it', (_theme, inPage, inTokens) => {
    const first = coloursOf(page, inPage);
    expect(Object.keys(first).length).toBeGreaterThan(4);
    expect(coloursOf(tokens, inTokens)).toMatchObject(first);
  });

  it('asks the gate where the app will take the answer up', () => {
    expect(GATE_PATH).toBe(gateStatus.path);
    expect(page).toContain(`<script src="/first.js" data-gate="${GATE_PATH}"></script>`);
  });

  it('runs no script of its own, which the policy of the server would refuse', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/);
    expect(page).not.toMatch(/\son\w+=/);
  });
});
