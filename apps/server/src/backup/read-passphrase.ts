import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BACKUP_PASSPHRASE_MIN } from '@riptide/contracts';
import { BackupFault } from './backup-fault.ts';

const VARIABLE = 'BACKUP_PASSPHRASE';

/**
 * Returns the passphrase: from BACKUP_PASSPHRASE, else asked for on a terminal (twice for a new one) without showing it, else the first
 * line of standard input.
 *
 * @throws BackupFault when it is too short, or differs the second time.
 */
export async function readPassphrase(isNew: boolean): Promise<string> {
  const given = process.env[VARIABLE];
  if (given !== undefined && given !== '') return longEnough(given);
  const isTerminal = process.stdin.isTTY;
  // Nothing of what is typed is shown.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  try {
    const ask = async (text: string): Promise<string> => {
      if (isTerminal) process.stderr.write(text);
      const answer = await lines.question('');
      if (isTerminal) process.stderr.write('\n');
      return answer;
    };
    const first = longEnough(await ask('Passphrase: '));
    if (isNew && isTerminal && (await ask('Once more: ')) !== first)
      throw new BackupFault('the two passphrases differ');
    return first;
  } finally {
    lines.close();
  }
}

function longEnough(text: string): string {
  if (text.length >= BACKUP_PASSPHRASE_MIN) return text;
  throw new BackupFault(
    `the passphrase must have at least ${BACKUP_PASSPHRASE_MIN} characters (${VARIABLE}, or typed)`,
  );
}
