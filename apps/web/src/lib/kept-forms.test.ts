import { afterEach, describe, expect, it } from 'vitest';
import { announceForm, keepForms, takeForm } from './kept-forms.ts';

afterEach(() => sessionStorage.clear());

describe('kept forms', () => {
  it('gives unsaved values back once, without secrets at any depth', () => {
    const end = announceForm('risk', () => ({
      max: 7,
      api_key: 'x',
      channels: { email: { to: 'a@b', password: 'p' } },
    }));
    keepForms();
    end();
    expect(sessionStorage.getItem('riptide.forms')).not.toMatch(/"x"|"p"/);
    expect(takeForm('risk')).toEqual({ max: 7, channels: { email: { to: 'a@b' } } });
    expect(takeForm('risk')).toBeNull();
  });

  it('keeps nothing of forms without changes, or gone from the screen', () => {
    announceForm('gone', () => ({ a: 1 }))();
    const end = announceForm('clean', () => null);
    keepForms();
    end();
    expect(takeForm('gone')).toBeNull();
    expect(takeForm('clean')).toBeNull();
  });
});
