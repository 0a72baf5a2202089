// House rules a linter has no words for. A line that must break one carries `house-ok: <reason>`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const FILES_MIN = 150;
const LINES_SOFT = 250;
const LINES_HARD = 400;
const FILE_BYTES_MAX = 500_000;

const isCode = (file) => /[.](ts|tsx|mjs|cjs)$/.test(file);
const isTest = (file) => /[.]test[.]tsx?$|(^|\/)(test|e2e)\//.test(file);
/** Process entry points and tools may read the machine's clock; everything else gets a Clock. */
const mayReadClock = (file) =>
  /^(tools|bench|e2e)\/|kernel\/clock[.]ts$|^apps\/web\/|^apps\/server\/src\/[a-z-]+[.]ts$|^apps\/server\/src\/(supervisor|compose|entry)\//.test(
    file,
  );
const isMoneyCode = (file) => /^packages\/core\/src\/(execution|risk|ledger)\//.test(file);

/** Each rule: which files, what must not stand there, why. */
const RULES = [
  {
    name: 'clock',
    applies: (file) => isCode(file) && !isTest(file) && !mayReadClock(file),
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bset(?:Timeout|Interval)\(/,
    why: 'take a Clock as an argument',
  },
  {
    name: 'randomness',
    applies: (file) => isCode(file) && !isTest(file) && !/^(tools|bench|e2e)\//.test(file),
    pattern: /\bMath\.random\(/,
    why: 'take a Random as an argument',
  },
  {
    name: 'sleep-in-test',
    applies: (file) => isCode(file) && isTest(file),
    pattern: /setTimeout\(\s*(?:resolve|r|done)\b|waitForTimeout\(|\bsleep\(/,
    why: 'wait for a condition (vi.waitFor, expect.poll) or move a VirtualClock',
  },
  {
    name: 'swallowed-error',
    applies: isCode,
    pattern: /catch\s*(?:\([^)]*\))?\s*\{\s*\}/,
    why: 'handle the error or let it pass',
  },
  {
    name: 'float-money',
    applies: (file) => isMoneyCode(file) && !isTest(file),
    pattern: /\.toFixed\(|\bparseFloat\(/,
    why: 'money is exact decimals',
  },
  { name: 'banner', applies: isCode, pattern: /^\s*(?:\/\/|\*)\s*[-=*]{6,}/, why: 'no banners; a file does one thing' },
  { name: 'todo', applies: isCode, pattern: /\b(?:TODO|FIXME|XXX)\b(?!.*#\d)/, why: 'name an issue number or do it' },
  {
    name: 'foreign-path',
    applies: () => true,
    pattern: /(?<![\w.])\/(?:work|tmp\/bash_jobs|root)\/|registry\.npmjs|deb\.debian/,
    why: 'no machine paths, no registry hosts',
  },
  {
    name: 'focused-test',
    applies: isTest,
    pattern: /\b(?:it|describe|test)\.only\(/,
    why: 'a focused test hides the others',
  },
];
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc)([./]|$)/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const problems = [];
let long = 0;
for (const file of files) {
  if (file === 'package-lock.json' || file.startsWith('tools/checks/') || /[.](png|woff2|ico|svg)$/.test(file))
    continue;
  const text = readFileSync(file, 'utf8');
  if (Buffer.byteLength(text) > FILE_BYTES_MAX) problems.push(`${file}: over ${FILE_BYTES_MAX} bytes`);
  if (FORBIDDEN_NAMES.test(file)) problems.push(`${file}: a name that says nothing`);
  const lines = text.split('\n');
  if (isCode(file) && !/\/fixtures\//.test(file)) {
    if (lines.length > LINES_HARD) problems.push(`${file}: ${lines.length} lines, at most ${LINES_HARD}`);
    else if (lines.length > LINES_SOFT) long += 1;
  }
  for (const rule of RULES) {
    if (!rule.applies(file)) continue;
    lines.forEach((line, i) => {
      if (rule.pattern.test(line) && !line.includes('house-ok:'))
        problems.push(`${file}:${i + 1}: ${rule.name}: ${rule.why}`);
    });
  }
}

/** Each rule must find its planted line, else it checks nothing. */
const PLANTED = {
  clock: 'const t = Date.now();',
  randomness: 'const x = Math.random();',
  'sleep-in-test': 'await new Promise((r) => setTimeout(r, 50));',
  'swallowed-error': 'try { f(); } catch {}',
  'float-money': 'qty.toFixed(2)',
  banner: '// ----------------',
  todo: '// TODO later',
  'foreign-path': `cd ${'/'}work/main`,
  'focused-test': 'it.only(',
};
for (const rule of RULES)
  if (!rule.pattern.test(PLANTED[rule.name] ?? ''))
    problems.push(`self-test: rule ${rule.name} does not find its planted line`);
if (files.length < FILES_MIN) problems.push(`only ${files.length} files seen, at least ${FILES_MIN} expected`);

for (const problem of problems) console.error(`house rules: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`house rules: ${files.length} files, ${RULES.length} rules, ${long} files over ${LINES_SOFT} lines`);
