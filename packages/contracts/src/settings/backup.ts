import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const BACKUP_PASSPHRASE_MIN = 12;

/** What an archive is sealed with. Nobody can open it without. */
export const BackupPassphrase = z.string().min(BACKUP_PASSPHRASE_MIN).max(1_024);

export const createBackup = defineRoute({
  method: 'POST',
  path: '/api/settings/backup',
  summary:
    'Streams an encrypted archive of databases, journal, scanner state and configuration. Asks for the gate password, since the archive holds the exchange keys, sealed.',
  body: z.object({
    passphrase: BackupPassphrase,
    gate_password: z.string().min(1).max(512),
  }),
  response: z.unknown().describe('The archive: application/octet-stream. `npm run backup -- restore <file>` reads it.'),
});

export const getDiagnostics = defineRoute({
  method: 'GET',
  path: '/api/settings/diagnostics',
  summary:
    'A bundle for a report of a fault: versions, configuration without secrets, health, metrics, last log lines, states of the feeds.',
  response: z.unknown().describe('The bundle: application/gzip, a tar archive of text files.'),
});
