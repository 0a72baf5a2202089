import { describe, expect, it } from 'vitest';
import { DEFAULT_PAS_SETTINGS, parsePasSettings } from '@riptide/core/strategies';
import { LabArgs, UsageError } from './lab-args.ts';

describe('LabArgs', () => {
  it('takes a strategy as the API and as the lab write it', () => {
    for (const name of ['pas_trader', 'pas-trader'])
      expect(new LabArgs(['replay', 'x', '--strategy', name]).strategy).toBe('pas-trader');
    expect(new LabArgs(['replay', 'x']).strategy).toBeNull();
  });

  it('hints at settings that the default strategy takes', () => {
    const hint = hintOf(() => new LabArgs(['replay', 'x', '--settings', '[1]']).settings);
    const example = JSON.parse(hint.slice(hint.indexOf('{'))) as Record<string, unknown>;
    expect(parsePasSettings(example)).toMatchObject({ ok: true, value: example });
    const field = hintOf(() => new LabArgs(['search', 'x', '--grid', 'nothing']).grid).match(/e\.g\. (\w+)=/u)?.[1];
    expect(DEFAULT_PAS_SETTINGS).toHaveProperty(field ?? '');
  });
});

function hintOf(read: () => unknown): string {
  try {
    read();
  } catch (e) {
    if (e instanceof UsageError) return e.message;
    throw e;
  }
  throw new Error('nothing was refused');
}
