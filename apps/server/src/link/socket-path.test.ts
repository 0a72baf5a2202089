import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkSocketPath } from './socket-path.ts';

describe('linkSocketPath', () => {
  it('lies in the data folder when the path is short', () => {
    expect(linkSocketPath('/srv/riptide/data', 'linux')).toBe('/srv/riptide/data/engine.sock');
  });

  it('falls back to a short path in a private folder, one per data folder', () => {
    const long = `/srv/${'x'.repeat(120)}`;
    const path = linkSocketPath(long, 'linux');
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(linkSocketPath(long, 'linux')).toBe(path);
    expect(linkSocketPath(`${long}y`, 'linux')).not.toBe(path);
    expect(statSync(dirname(path)).mode & 0o077).toBe(0);
  });

  it('is a named pipe on Windows', () => {
    expect(linkSocketPath('C:\\data', 'win32')).toMatch(/^\\\\\.\\pipe\\riptide-[0-9a-f]{16}$/);
  });
});
