import { describe, expect, it } from 'vitest';
import { browserOutcomes, journeyArguments, type BrowserReport } from './browser-report.ts';

type Status = BrowserReport['suites'][number]['specs'][number]['tests'][number]['status'];

function spec(title: string, status: Status, said: readonly string[] = []) {
  const results = [{ errors: said.map((message) => ({ message })) }];
  return { title, file: 'states.spec.ts', tests: [{ projectName: 'disturbing', status, results }] };
}

const REPORT: BrowserReport = {
  suites: [
    {
      title: 'states.spec.ts',
      file: 'states.spec.ts',
      specs: [spec('a venue down', 'unexpected', ['Error: no\n  at x', 'second']), spec('well', 'expected')],
      suites: [
        { title: 'on a phone', file: 'states.spec.ts', specs: [spec('(1+1)', 'flaky'), spec('left', 'skipped')] },
      ],
    },
  ],
  errors: [{ message: 'Timed out waiting for the product' }],
};

describe('browserOutcomes', () => {
  it('names every journey with its groups, one that needed two tries as failed, and what broke before all of them', () => {
    const outcomes = browserOutcomes(REPORT, 'e2e');
    expect(outcomes.map(({ name, state, message }) => [name, state, message])).toEqual([
      ['a venue down', 'failed', 'Error: no\n  at x'],
      ['well', 'passed', ''],
      ['on a phone › (1+1)', 'failed', ''],
      ['on a phone › left', 'skipped', ''],
      ['', 'failed', 'Timed out waiting for the product'],
    ]);
    expect(outcomes.map(({ file }) => file)).toEqual([...Array(4).fill('e2e/states.spec.ts'), '']);
  });

  it('is asked for one journey by a pattern that its whole name matches and no longer one', () => {
    const [, , grouped] = browserOutcomes(REPORT, 'e2e');
    const [file, , project, , pattern = ''] = journeyArguments(grouped as NonNullable<typeof grouped>);
    expect([file, project]).toEqual(['e2e/states.spec.ts', 'disturbing']);
    expect(new RegExp(pattern).test('disturbing states.spec.ts on a phone (1+1)')).toBe(true);
    expect(new RegExp(pattern).test('disturbing states.spec.ts on a phone (1+1) and more')).toBe(false);
  });
});
