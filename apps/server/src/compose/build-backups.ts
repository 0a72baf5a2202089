import { randomBytes } from 'node:crypto';
import type { Clock, Log } from '@riptide/core/kernel';
import type { AuditDesk } from '../audit/audit-desk.ts';
import { BackupDesk } from '../backup/backup-desk.ts';
import type { Config } from '../config/config.ts';
import { readEnvFile } from '../config/load-config.ts';
import { shownConfig } from '../config/shown-config.ts';
import { VERSION } from './version.ts';

export interface BackupParts {
  readonly config: Config;
  readonly masterKey: Buffer;
  readonly audit: Pick<AuditDesk, 'note'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Builds the desk that makes backups, with this process's configuration. */
export function buildBackups({ config, masterKey, audit, clock, log }: BackupParts): BackupDesk {
  return new BackupDesk({
    dataDir: config.dataDir,
    masterKey,
    isKeyGiven: config.masterKey !== null,
    config: shownConfig({ ...readEnvFile(process.cwd()), ...process.env }),
    market: config.market,
    execution: config.execution,
    version: VERSION,
    clock,
    log,
    randomBytes,
    audit: (event, { requestId, ...data }) =>
      audit.note({ event, severity: 'WARN', payload: { ...data, request_id: requestId ?? null } }),
  });
}
