import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { Log } from '@riptide/core/kernel';

/** Where the scanner's state is kept between two runs of the engine. */
export interface ScannerStateStore {
  /** null when there is none that can be read. */
  load(): Promise<ScannerSnapshot | null>;
  /** Keeps the newest; a state that comes while another is being written replaces the one that waits. */
  save(snapshot: ScannerSnapshot): void;
  /** Resolves when everything told is on disk or has failed. */
  flush(): Promise<void>;
}

/** Keeps the scanner's state in one file, replaced as a whole. A file that can't be read or written costs an hour of learning, nothing else. */
export class ScannerStateFile implements ScannerStateStore {
  private readonly path: string;
  private readonly log: Log;
  private waiting: ScannerSnapshot | null = null;
  private writing: Promise<void> | null = null;

  constructor(path: string, log: Log) {
    this.path = path;
    this.log = log;
  }

  async load(): Promise<ScannerSnapshot | null> {
    try {
      const content = deserialize(await readFile(this.path)) as unknown;
      if (isSnapshot(content)) return content;
      this.log.warn('the state of the scanner is of another kind and is left out', { path: this.path });
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.log.warn('the state of the scanner could not be read', { path: this.path, error: String(e) });
      }
    }
    return null;
  }

  save(snapshot: ScannerSnapshot): void {
    this.waiting = snapshot;
    this.writing ??= this.writeAll().finally(() => (this.writing = null));
  }

  async flush(): Promise<void> {
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting !== null) {
      const snapshot = this.waiting;
      this.waiting = null;
      try {
        await mkdir(dirname(this.path), { recursive: true });
        await writeFile(`${this.path}.new`, serialize(snapshot));
        await rename(`${this.path}.new`, this.path);
      } catch (e) {
        this.log.warn('the state of the scanner could not be written', { path: this.path, error: String(e) });
      }
    }
  }
}

function isSnapshot(content: unknown): content is ScannerSnapshot {
  if (typeof content !== 'object' || content === null) return false;
  const { version, pairIds, spreads, lifecycle, seen } = content as Partial<ScannerSnapshot>;
  if (version !== 1 || !Array.isArray(pairIds)) return false;
  return [spreads, lifecycle, seen].every((part) => typeof part === 'object' && part !== null);
}
