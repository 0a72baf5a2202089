import { describe, expect, it } from 'vitest';
import { AGAIN_MAX, judgeRun, toRunAgain, UNSTEADY_MAX } from './judge-run.ts';
import { endedWith, shortMessage, type TestOutcome } from './test-outcome.ts';

function outcome(name: string, state: TestOutcome['state'], more: Partial<TestOutcome> = {}): TestOutcome {
  const message = state === 'failed' ? `Error: ${name || 'the file'} broke` : '';
  return { runner: 'vitest', project: 'unit', file: 'a.test.ts', name, state, message, ...more };
}

const many = (count: number, state: TestOutcome['state']): TestOutcome[] =>
  Array.from({ length: count }, (_, n) => outcome(`test ${n}`, state));

describe('judgeRun', () => {
  it('counts a run without a failure and says nothing more', () => {
    const run = [outcome('one', 'passed'), outcome('two', 'passed'), outcome('three', 'skipped')];
    expect(toRunAgain(run)).toEqual([]);
    expect(judgeRun(run, [])).toEqual({ passed: 2, failed: 0, skipped: 1, lines: [] });
  });

  it('fails what failed twice, by name and with its first message', () => {
    const first = [outcome('one', 'passed'), outcome('two', 'failed')];
    const again = [outcome('one', 'passed'), outcome('two', 'failed', { message: 'another' })];
    expect(judgeRun(first, again)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      lines: ['failed: a.test.ts [unit] › two', '    Error: two broke'],
    });
  });

  it('calls unsteady and passed what failed once and passed alone, whichever came first', () => {
    const first = [outcome('one', 'passed'), outcome('two', 'failed')];
    const again = [outcome('one', 'failed'), outcome('two', 'passed')];
    const { lines, ...counts } = judgeRun(first, again);
    expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 });
    expect(lines).toEqual([
      'unsteady: a.test.ts [unit] › one',
      '    Error: one broke',
      'unsteady: a.test.ts [unit] › two',
      '    Error: two broke',
    ]);
  });

  it('fails the run for all of them when more are unsteady than may be', () => {
    const most = judgeRun(many(UNSTEADY_MAX, 'failed'), many(UNSTEADY_MAX, 'passed'));
    expect([most.passed, most.failed]).toEqual([UNSTEADY_MAX, 0]);
    const over = judgeRun(many(UNSTEADY_MAX + 1, 'failed'), many(UNSTEADY_MAX + 1, 'passed'));
    expect([over.passed, over.failed]).toEqual([0, UNSTEADY_MAX + 1]);
    expect(over.lines.at(-1)).toBe('4 unsteady tests: at most 3 may fail once and pass alone');
  });

  it.each([
    ['it was skipped', [outcome('one', 'skipped')]],
    ['it did not run', []],
  ])('fails what was not seen to pass the second time: %s', (_, again) => {
    expect(judgeRun([outcome('one', 'failed')], again)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('takes a file that failed outside of its tests for unsteady when its tests pass, and counts these', () => {
    const first = [outcome('', 'failed'), outcome('one', 'skipped')];
    expect(judgeRun(first, [outcome('one', 'passed')])).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      lines: ['unsteady: a.test.ts [unit] › (outside of its tests)', '    Error: the file broke'],
    });
    expect(judgeRun(first, [outcome('', 'failed')])).toMatchObject({ passed: 0, failed: 1 });
    expect(judgeRun(first, [])).toMatchObject({ passed: 0, failed: 1 });
    // A file that breaks only in the second run was sound in the first.
    const broken = judgeRun([outcome('one', 'failed'), outcome('two', 'passed')], [outcome('', 'failed')]);
    expect(broken).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
    expect(broken.lines[0]).toBe('failed: a.test.ts [unit] › one');
  });

  it('tells apart tests of one name, of two projects and of two files', () => {
    const first = [outcome('one', 'failed'), outcome('one', 'failed')];
    expect(judgeRun(first, [outcome('one', 'passed'), outcome('one', 'failed')])).toMatchObject({
      passed: 1,
      failed: 1,
    });
    expect(judgeRun([outcome('one', 'failed')], [outcome('one', 'passed', { project: 'web' })])).toMatchObject({
      failed: 1,
    });
    expect(judgeRun([outcome('one', 'failed')], [outcome('one', 'passed', { file: 'b.test.ts' })])).toMatchObject({
      failed: 1,
    });
  });
});

describe('toRunAgain', () => {
  it('leaves out what stands in no file, and everything when it is no accident any more', () => {
    const lone = endedWith('browser', 'browser', 137);
    expect(toRunAgain([lone, outcome('one', 'failed')]).map(({ name }) => name)).toEqual(['one']);
    expect(judgeRun([lone], []).lines).toEqual([
      'failed: browser › ended with code 137, without a failed test that says why',
    ]);
    expect(toRunAgain(many(AGAIN_MAX, 'failed'))).toHaveLength(AGAIN_MAX);
    expect(toRunAgain(many(AGAIN_MAX + 1, 'failed'))).toEqual([]);
  });
});

describe('shortMessage', () => {
  it('is the first lines that say something, without colours', () => {
    const red = (text: string): string => `${String.fromCharCode(27)}[31m${text}${String.fromCharCode(27)}[39m`;
    expect(shortMessage(`${red('Error: no')}\n\n  expected: 1  \n  received: 2\n  at a.ts`)).toBe(
      'Error: no\n  expected: 1\n  received: 2',
    );
    expect(shortMessage('x'.repeat(1_000)).length).toBeLessThan(300);
    expect(shortMessage(undefined)).toBe('');
  });
});
