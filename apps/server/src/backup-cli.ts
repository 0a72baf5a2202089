import { runBackupCli } from './backup/run-backup-cli.ts';

process.exitCode = await runBackupCli(process.argv.slice(2), Date.now());
