import { shortMessage, type TestOutcome } from './test-outcome.ts';

/** What is read of the report of the browser's runner. */
export interface BrowserReport {
  readonly suites: readonly BrowserSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface BrowserSuite {
  readonly title: string;
  readonly file: string;
  readonly specs: readonly BrowserSpec[];
  readonly suites?: readonly BrowserSuite[];
}

interface BrowserSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly projectName: string;
    readonly status: 'skipped' | 'expected' | 'unexpected' | 'flaky';
    readonly results: readonly { readonly errors: readonly { readonly message: string }[] }[];
  }[];
}

const PARTED = ' › ';

/** Returns the outcome of every journey; what broke outside of journeys (the product did not start) stands in no file. */
export function browserOutcomes(report: BrowserReport, folder: string): TestOutcome[] {
  const outside = report.errors.map(({ message }): TestOutcome => ({
    runner: 'browser',
    project: 'browser',
    file: '',
    name: '',
    state: 'failed',
    message: shortMessage(message),
  }));
  return [...report.suites.flatMap((suite) => outcomesIn(suite, [], folder)), ...outside];
}

function outcomesIn(suite: BrowserSuite, groups: readonly string[], folder: string): TestOutcome[] {
  const within = suite.title === suite.file ? groups : [...groups, suite.title];
  return [
    ...suite.specs.flatMap((spec) => outcomesOf(spec, within, folder)),
    ...(suite.suites ?? []).flatMap((inner) => outcomesIn(inner, within, folder)),
  ];
}

function outcomesOf(spec: BrowserSpec, groups: readonly string[], folder: string): TestOutcome[] {
  return spec.tests.map(({ projectName, status, results }) => ({
    runner: 'browser',
    project: projectName,
    file: `${folder}/${spec.file}`,
    name: [...groups, spec.title].join(PARTED),
    // A journey that only passed on a second try of the runner's own did not pass.
    state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
    message: shortMessage(results.flatMap(({ errors }) => errors)[0]?.message),
  }));
}

/** Arguments that make the browser's runner take this journey and no other. */
export function journeyArguments({ file, project, name }: TestOutcome): string[] {
  const pattern = name.replaceAll(PARTED, ' ').replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return [file, '--project', project, '--grep', `${pattern}$`];
}
