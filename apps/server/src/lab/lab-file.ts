import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '@riptide/core/kernel';

/** A small JSON file that outlives the engine. Written whole or not at all; a disk that refuses is told in the log. */
export class LabFile<T> {
  private readonly path: string;
  private readonly log: Log;

  constructor(path: string, log: Log) {
    this.path = path;
    this.log = log;
  }

  /** Returns what was written last; null when there is nothing, or nothing that can be read. */
  read(): T | null {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as T;
    } catch (e) {
      if ((e as NodeJS.ErrnoException).code === 'ENOENT') return null;
      this.log.error('a file of the lab could not be read', { path: this.path, detail: String(e) });
      return null;
    }
  }

  write(value: T): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(`${this.path}.part`, `${JSON.stringify(value)}\n`);
      renameSync(`${this.path}.part`, this.path);
    } catch (e) {
      this.log.error('a file of the lab could not be written', { path: this.path, detail: String(e) });
    }
  }
}
