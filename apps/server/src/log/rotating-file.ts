import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RotatingFileOptions {
  readonly path: string;
  /** A file that has become larger makes room for the next one. */
  readonly bytesMax: number;
  /** Files kept besides the one that is written: `path.1` is the newest of them. */
  readonly kept: number;
}

/**
 * A file of lines that never takes more than `bytesMax` times (`kept` + 1), and a line. Written before the call returns. A disk that takes
 * nothing loses lines here, which are counted, and nothing else: the next line is tried again.
 */
export class RotatingFile {
  private readonly options: RotatingFileOptions;
  private descriptor: number | null = null;
  private size = 0;
  private lostLines = 0;

  constructor(options: RotatingFileOptions) {
    this.options = options;
  }

  /** Lines that could not be written. */
  get lost(): number {
    return this.lostLines;
  }

  write(line: string): void {
    try {
      const descriptor = this.descriptor ?? this.open();
      this.size += writeSync(descriptor, line);
      if (this.size > this.options.bytesMax) this.rotate();
    } catch (e) {
      if (!(e instanceof Error && 'code' in e)) throw e;
      this.lostLines += 1;
      this.close();
    }
  }

  close(): void {
    const { descriptor } = this;
    this.descriptor = null;
    if (descriptor !== null) closeSync(descriptor);
  }

  private open(): number {
    const { path } = this.options;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, 'a', 0o600);
    this.descriptor = descriptor;
    this.size = fstatSync(descriptor).size;
    return descriptor;
  }

  private rotate(): void {
    this.close();
    const { path, kept } = this.options;
    for (let at = kept; at >= 1; at -= 1) {
      const from = at === 1 ? path : `${path}.${at - 1}`;
      moveIfThere(from, `${path}.${at}`);
    }
  }
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (e) {
    // WHY: a number may be missing while there are few files yet, or when somebody tidied up.
    if (!(e instanceof Error && 'code' in e && e.code === 'ENOENT')) throw e;
  }
}
