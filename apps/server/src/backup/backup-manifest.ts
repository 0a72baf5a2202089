import { z } from 'zod';

/** What an archive says of itself; its first file. */
export const BackupManifest = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  created_ms: z.number(),
  market: z.string(),
  execution: z.string(),
  /** `archive`: wrapped by the passphrase; `environment`: MASTER_KEY, which is not in it. */
  master_key: z.enum(['archive', 'environment']),
  master_key_print: z.string(),
  files: z.array(z.string()),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export const MANIFEST_FILE = 'manifest.json';
export const CONFIG_FILE = 'config.json';
export const WRAPPED_KEY_FILE = 'master.key.wrapped';
