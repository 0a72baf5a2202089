import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Unix socket paths are cut at 104 (macOS) or 108 bytes (Linux). */
const PATH_BYTES_MAX = 100;

/**
 * Returns where engine and server of one data folder meet.
 *
 * A path that is too long for the system falls back to a private folder below the temporary one, named after the data folder.
 *
 * @throws Error when that private folder belongs to someone else.
 */
export function linkSocketPath(dataDir: string, platform: string = process.platform): string {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\riptide-${digest}`;
  const path = join(dataDir, 'engine.sock');
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  const folder = join(tmpdir(), `riptide-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || stat.uid !== userInfo().uid || (stat.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of this user; the engine's socket can't be put there`);
  }
  return join(folder, `${digest}.sock`);
}
