import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { addLabelled } from './labelled-gauge.ts';

const FILES = ['app.db', 'app.db-wal', 'trading.db', 'trading.db-wal'] as const;

/** Adds how large the databases of a data folder are. */
export function addFileMetrics(registry: Registry, dataDir: string): void {
  addLabelled(registry, {
    name: 'riptide_file_bytes',
    help: 'Size of the databases and what is not yet written back into them',
    labelNames: ['file'],
    rows: () => FILES.map((file) => [{ file }, statSync(join(dataDir, file), { throwIfNoEntry: false })?.size ?? 0]),
  });
}
