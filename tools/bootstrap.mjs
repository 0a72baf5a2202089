// Makes a fresh clone ready: `node tools/bootstrap.mjs start` before `npm start`, `… test` before `npm test`.
// Every step is skipped while its inputs are unchanged. No dependencies, since it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** By generation, the oldest of each that all packages take; later generations are taken as they are. */
const NODE_MIN = { 20: 19, 22: 12 };
/** A long step says at least this often that it is still under way. */
const TICK_MS = 10_000;
const MARKS = 'node_modules/.riptide';
/** What the running product is made of; tests and tools are left out, they are not built. */
const BUILD_INPUTS = ['packages', 'apps', 'tsconfig.base.json', 'package-lock.json'];
const BUILD_OUTPUTS = ['apps/server/dist/supervisor.js', 'apps/web/dist/index.html'];
const BROWSERS = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

process.chdir(ROOT);
const goal = process.argv[2] ?? 'start';
requireNode();
await installPackages();
await fitSqliteToNode();
keepCompiledSqlite();
await buildProduct();
if (goal === 'test') requireBrowser();

function say(text) {
  process.stdout.write(`bootstrap: ${text}\n`);
}

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isEnough = major > 22 || minor >= (NODE_MIN[major] ?? Number.POSITIVE_INFINITY);
  if (!isEnough) stop(`Riptide needs Node 20.19, 22.12 or newer; this is Node ${process.versions.node}.`);
}

/** Runs npm the way this very npm was started, so that no other one is picked from the path. */
function npm(...args) {
  const own = process.env.npm_execpath;
  const options = { stdio: 'inherit' };
  return exitOf(
    own?.endsWith('.js')
      ? spawn(process.execPath, [own, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' }),
  );
}

async function installPackages() {
  if (isInstalled()) return;
  say('installing packages');
  const startedMs = Date.now();
  const ticker = setInterval(() => say(`installing packages, ${seconds(startedMs)} so far`), TICK_MS);
  const status = await npm('ci', '--no-audit', '--no-fund', '--loglevel=error');
  clearInterval(ticker);
  if (status !== 0) stop('The packages could not be installed; npm says why above.');
  say(`packages installed in ${seconds(startedMs)}`);
}

/** Compares the lock file with npm's own record of what is installed, so that an install by hand counts as well. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages;
  const found = readJson('node_modules/.package-lock.json')?.packages;
  if (wanted === undefined || found === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    if (entry.optional || entry.devOptional || (entry.peer && found[path] === undefined)) return true;
    if (entry.link) return existsSync(path);
    return found[path]?.version === entry.version && existsSync(path);
  });
}

function readJson(path) {
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (e) {
    say(`${path} is unreadable (${e.message})`);
    return undefined;
  }
}

/** A compiled module fits one generation of Node: with another one than it was installed with it can't be loaded, and is made anew. */
async function fitSqliteToNode() {
  const { modules, node } = process.versions;
  if (readMark('sqlite-abi') === modules) return;
  const loads = () =>
    spawnSync(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:')"], { stdio: 'ignore' }).status ===
    0;
  if (!loads()) {
    say(`SQLite was made for another Node than ${node}: making it anew`);
    const status = await npm('rebuild', 'better-sqlite3', '--loglevel=error');
    if (status !== 0 || !loads()) stop('SQLite could not be made for this Node; npm says why above.');
  }
  writeMark('sqlite-abi', modules);
}

/**
 * The SQLite package brings no binary for Node 20, and compiling takes over a minute. The compiled one is kept where its own
 * installer looks first, npm's cache, so that the next install takes it from there. Only a saving of time.
 */
function keepCompiledSqlite() {
  const home = 'node_modules/better-sqlite3';
  const binary = `${home}/build/Release/better_sqlite3.node`;
  const mark = `sqlite-kept-${process.versions.modules}`;
  if (!existsSync(binary) || existsSync(join(MARKS, mark))) return;
  try {
    const require = createRequire(join(ROOT, home, 'package.json'));
    const { cachedPrebuild, getDownloadUrl } = require('prebuild-install/util');
    const pkg = require('./package.json');
    const { platform, arch } = process;
    const kept = cachedPrebuild(getDownloadUrl({ pkg, platform, arch, 'tag-prefix': 'v' }));
    if (!existsSync(kept)) {
      mkdirSync(dirname(kept), { recursive: true });
      const packed = spawnSync('tar', ['-czf', `${kept}.part`, '-C', home, 'build/Release/better_sqlite3.node']);
      if (packed.status === 0) renameSync(`${kept}.part`, kept);
    }
    writeMark(mark, kept);
  } catch (e) {
    say(`the compiled SQLite is not kept (${e.message.split('\n')[0]}); a later install compiles it again`);
  }
}

/** Builds when a source differs from what was built last. Times and sizes are looked at first, contents only when those differ. */
async function buildProduct() {
  const files = BUILD_INPUTS.flatMap(sourcesBelow);
  const hasOutputs = BUILD_OUTPUTS.every((path) => existsSync(path));
  const stamp = digest(files, ({ size, mtimeMs }) => `${size} ${mtimeMs}`);
  if (hasOutputs && readMark('build-stamp') === stamp) return;
  const contents = digest(files, (_stat, path) => readFileSync(path));
  if (!hasOutputs || readMark('build-contents') !== contents) {
    say('building');
    const startedMs = Date.now();
    const codes = await Promise.all([
      run('node_modules/.bin/tsc', ['-b', 'apps/server']),
      run('node_modules/.bin/vite', ['build', '--logLevel', 'warn'], 'apps/web'),
    ]);
    if (codes.some((code) => code !== 0)) stop('The build failed; the compiler says why above.');
    say(`built in ${seconds(startedMs)}`);
  }
  writeMark('build-contents', contents);
  writeMark('build-stamp', stamp);
}

function sourcesBelow(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [{ path, stat }];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist' && name !== 'fixtures' && !name.startsWith('.'))
    .filter((name) => !/\.(test|bench)\.tsx?$|\.md$|\.tsbuildinfo$/.test(name))
    .sort()
    .flatMap((name) => sourcesBelow(join(path, name)));
}

function digest(files, partOf) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const { path, stat } of files) hash.update(path).update('\0').update(partOf(stat, path)).update('\0');
  return hash.digest('hex');
}

/** Runs a step of the build; what it prints is shown only when it fails. */
async function run(command, args, cwd = '.') {
  const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' };
  const child = spawn(join(ROOT, command), args, options);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const code = await exitOf(child);
  if (code !== 0) process.stderr.write(Buffer.concat(printed));
  return code;
}

/** Waits until a child has ended and its output has been read. */
function exitOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${child.spawnfile}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** The browser journeys need a Chromium: Debian's own as root, else the one of the test runner. */
function requireBrowser() {
  if (BROWSERS.some((path) => path && existsSync(path))) return;
  const isRootOnDebian = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  say('installing a browser for the tests');
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const steps = isRootOnDebian
    ? [
        ['apt-get', ['update', '-qq']],
        ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
      ]
    : [[process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']]];
  const isDone = steps.every(([command, args]) => spawnSync(command, args, options).status === 0);
  if (!isDone) say('no browser could be installed; the browser journeys will fail');
}

function readMark(name) {
  const path = join(MARKS, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function writeMark(name, text) {
  mkdirSync(MARKS, { recursive: true });
  writeFileSync(join(MARKS, name), text);
}

function seconds(startedMs) {
  return `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
}
