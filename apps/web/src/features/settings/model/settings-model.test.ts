import { describe, expect, it } from 'vitest';
import { judgeAccess } from './page-access.ts';
import { strengthOf } from './password-form.ts';
import { parseSettingsSearch } from './settings-search.ts';

describe('judgeAccess', () => {
  it.each([
    ['https:', 'desk.example', 'ok'],
    ['http:', '127.0.0.1', 'ok'],
    ['http:', 'localhost', 'ok'],
    ['http:', '192.0.2.7', 'danger'],
  ] as const)('judges %s//%s as %s', (protocol, hostname, tone) => {
    expect(judgeAccess({ protocol, hostname }).tone).toBe(tone);
  });
});

describe('strengthOf', () => {
  it('says nothing of nothing, and is not fooled by repetition', () => {
    expect(strengthOf('  ')).toBeNull();
    expect(strengthOf('abc')?.word).toBe('too short');
    expect(strengthOf('aaaaaaaaaaaaaaaa')?.word).toBe('weak');
    expect(strengthOf('correct Horse battery 9!')?.word).toBe('strong');
  });
});

it('reads the section, and the word looked for only where it belongs', () => {
  expect(parseSettingsSearch({ section: 'risk', q: 'x' })).toEqual({});
  expect(parseSettingsSearch({ section: 'help', q: 'bps' })).toEqual({ section: 'help', q: 'bps' });
  expect(parseSettingsSearch({ section: 'nothing' })).toEqual({});
});
