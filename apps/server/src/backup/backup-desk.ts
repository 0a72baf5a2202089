import type { Clock, Log } from '@riptide/core/kernel';
import { err, ok, type Result } from '@riptide/core/domain';
import type { ShownVariable } from '../config/shown-config.ts';
import { snapshotData } from './snapshot-data.ts';
import { writeBackup } from './write-backup.ts';

export interface BackupDeskOptions {
  readonly dataDir: string;
  readonly masterKey: Buffer;
  /** True when MASTER_KEY gives the key. */
  readonly isKeyGiven: boolean;
  readonly config: readonly ShownVariable[];
  readonly market: string;
  readonly execution: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly randomBytes: (count: number) => Buffer;
  /** Notes for the audit who took a backup. */
  readonly audit: (event: string, data: Readonly<Record<string, string | number>>) => void;
}

export interface Backup {
  /** As it should be saved. */
  readonly fileName: string;
  /** Ends with an error when the archive can't be finished: what was read is then no backup. */
  readonly bytes: AsyncGenerator<Buffer>;
}

/** Makes backups of the running product, one at a time: each takes the disk's room of the databases once more. */
export class BackupDesk {
  private readonly options: BackupDeskOptions;
  private isBusy = false;

  constructor(options: BackupDeskOptions) {
    this.options = options;
  }

  /**
   * Takes a snapshot and returns the archive of it. The snapshot is removed when the bytes are read or given up.
   *
   * The error is `busy`, or what the disk said.
   */
  async create(
    passphrase: string,
    caller: { readonly who: string; readonly requestId: string },
  ): Promise<Result<Backup, { readonly kind: 'busy' } | { readonly kind: 'failed'; readonly detail: string }>> {
    const { dataDir, clock, audit, log } = this.options;
    if (this.isBusy) return err({ kind: 'busy' });
    this.isBusy = true;
    let isHandedOver = false;
    try {
      const snapshot = await snapshotData(dataDir);
      const nowMs = clock.nowMs();
      const bytes = await writeBackup(snapshot, { ...this.options, passphrase, nowMs });
      audit('backup_made', { ...caller, files: snapshot.names.length });
      isHandedOver = true;
      const end = (): void => {
        snapshot.remove();
        this.isBusy = false;
      };
      return ok({ fileName: fileNameOf(nowMs), bytes: this.read(bytes, end) });
    } catch (e) {
      const detail = e instanceof Error ? e.message : String(e);
      log.error('a backup could not be made', { detail });
      return err({ kind: 'failed', detail });
    } finally {
      if (!isHandedOver) this.isBusy = false;
    }
  }

  private async *read(bytes: AsyncGenerator<Buffer>, end: () => void): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (e) {
      this.options.log.error('a backup broke off', { detail: String(e) });
      throw e;
    } finally {
      end();
    }
  }
}

function fileNameOf(atMs: number): string {
  const stamp = new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-');
  return `riptide-${stamp}Z.riptide-backup`;
}
