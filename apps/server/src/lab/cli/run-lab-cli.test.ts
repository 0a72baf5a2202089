import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runLabCli } from './run-lab-cli.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const WORKER = new URL('../lab-worker.ts', import.meta.url);
const FOLDER = tmpdir();

afterEach(() => vi.restoreAllMocks());

/** Runs a command of the lab in this process. */
async function run(argv: readonly string[]): Promise<{ readonly code: number; readonly told: string }> {
  const told: string[] = [];
  const note = (text: string | Uint8Array): boolean => told.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(note);
  vi.spyOn(process.stderr, 'write').mockImplementation(note);
  const code = await runLabCli(argv, WORKER);
  vi.restoreAllMocks();
  return { code, told: told.join('') };
}

/** Runs the lab as `npm run lab` does: as it was built where that is just now, else from its sources. */
function spawnLab(args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LAB_FROM_SOURCES: process.env['BUILT_PRODUCT'] === '1' ? '0' : '1' };
    const child = spawn(process.execPath, ['tools/lab.mjs', ...args], { cwd: ROOT, env });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out }));
  });
}

describe('npm run lab', () => {
  it.each([
    [['dance'], ['dance', 'replay', 'planted']],
    [['replay'], ['replay', 'a folder of recordings is missing']],
    [
      ['replay', '/no/such/folder'],
      ['replay', '/no/such/folder', 'a folder of recordings'],
    ],
    [
      ['replay', FOLDER, '--seed', 'abc'],
      ['--seed', 'abc', 'a whole number from 0 to 4294967295'],
    ],
    [
      ['replay', FOLDER, '--seed', '-1'],
      ['--seed', '-1'],
    ],
    [
      ['replay', FOLDER, '--seed', '1.5'],
      ['--seed', '1.5', 'whole'],
    ],
    [
      ['replay', FOLDER, '--taker-fee-bps', '101'],
      ['--taker-fee-bps', '101', '-5 to 100'],
    ],
    [
      ['replay', FOLDER, '--warm-up-minutes', '-5'],
      ['--warm-up-minutes', '-5', '0 to 1440'],
    ],
    [
      ['replay', FOLDER, '--strategy', 'moon'],
      ['--strategy', 'moon', 'pas-trader, oraculis, all, trigger'],
    ],
    [
      ['replay', FOLDER, '--settings', '[1]'],
      ['--settings', '[1]', 'a JSON object'],
    ],
    [
      ['replay', FOLDER, '--settings', '{"leverage":9999}'],
      ['--settings', 'leverage', '9999'],
    ],
    [
      ['replay', FOLDER, '--settings', '{"moon":1}'],
      ['--settings', 'moon'],
    ],
    [
      ['replay', FOLDER, '--moon'],
      ['--moon', '--speed'],
    ],
    [['verdict'], ['verdict', 'missing']],
    [
      ['replay', ''],
      ['replay', 'folder', 'missing'],
    ],
    [
      ['search', FOLDER, ' ', '--grid', 'leverage=1'],
      ['search', 'folder', 'missing'],
    ],
    [
      ['search', FOLDER, '--grid', 'leverage'],
      ['--grid', 'leverage', 'e.g.'],
    ],
    [
      ['search', FOLDER, '--grid', 'moon=1'],
      ['--grid', 'moon', 'read 1', 'leverage', 'minDisplacementBps'],
    ],
    [
      ['search', FOLDER, '--grid', 'leverage=3,abc'],
      ['--grid', 'leverage', 'abc', 'number'],
    ],
    [
      ['search', FOLDER, '--grid', 'leverage=3,9999'],
      ['--grid', 'leverage', '9999', '1'],
    ],
    [
      ['search', FOLDER, '--strategy', 'trigger', '--grid', 'countMin=x'],
      ['--grid', 'countMin', 'x', 'number over 0'],
    ],
    [
      ['search', FOLDER, '--strategy', 'trigger', '--grid', 'arm.moon=1'],
      ['--grid', 'arm.moon', 'read 1', 'offsetBps'],
    ],
    ...[['--taker-fee-bps=-50'], ['--maker-fee-bps', '-5.1'], ['--seed', '1.5'], ['--seed', ' ']].flatMap((option) =>
      [['planted'], ['list'], ['replay', FOLDER], ['verdict', FOLDER], ['search', FOLDER, '--grid', 'leverage=1']].map(
        (command): [string[], string[]] => [
          [...command, ...option],
          [
            option[0]?.split('=')[0] ?? '',
            option[0]?.includes('seed') === true ? 'a whole number from 0' : '-5 to 100',
          ],
        ],
      ),
    ),
    [
      ['planted', '--seeds', '0'],
      ['--seeds', '0', '1 to 10000'],
    ],
    [
      ['planted', '--seeds', '1', '--workers', '0'],
      ['--workers', '0', '1 to 256'],
    ],
    [
      ['planted', '--reversal-bps', '501'],
      ['--reversal-bps', '501', '0 to 500'],
    ],
    [
      ['planted', 'somewhere'],
      ['planted', 'somewhere', 'no folder'],
    ],
    [
      ['record', '--minutes', '0'],
      ['--minutes', '0', '0.01 to 100000'],
    ],
    [
      ['list', 'here'],
      ['list', 'here', 'no folder'],
    ],
  ])('refuses %j with code 2 and one line that names argument, value and what is allowed', async (argv, words) => {
    const { code, told } = await run(argv);
    expect(code).toBe(2);
    expect(told.trimEnd().split('\n')).toHaveLength(1);
    for (const word of words) expect(told).toContain(word);
  });

  it('tells its commands and ends with 0 when asked for help, and with 2 when told nothing', async () => {
    expect((await run(['--help'])).code).toBe(0);
    const { code, told } = await run([]);
    expect(code).toBe(2);
    expect(told).toContain('planted');
  });

  it('judges a small planted market in a process of its own and prints what it found', async () => {
    const { code, out } = await spawnLab(['planted', '--seeds', '1', '--reversal-bps', '40', '--workers', '1']);
    expect(out).toMatch(/40 bps/u);
    expect(out).toMatch(/edge/u);
    expect(code).toBe(0);
    const json = await spawnLab(['planted', '--seeds', '1', '--reversal-bps', '40', '--workers', '1', '--json']);
    const [summary] = JSON.parse(json.out) as { readonly markets: number; readonly netBps: number }[];
    expect(summary?.markets).toBe(1);
    expect(summary?.netBps).toBeGreaterThan(5);
  }, 120_000);
});
