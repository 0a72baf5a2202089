import type { Kysely } from 'kysely';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { AuditLog } from '../audit/audit-log.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';

export interface GateResetParts {
  readonly db: Kysely<AppSchema>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Forgets the gate password and ends every session, of the gate and of accounts; keys, accounts, records and settings stay.
 *
 * The next start is then a first one for the gate: it takes GATE_PASSWORD, or prints a generated password. The audit row is written
 * before anything is forgotten; where it can't be, nothing is. The value is how many sessions of the gate ended; the error is one line
 * for a person.
 */
export async function resetGate({ db, clock, log }: GateResetParts): Promise<Result<number, string>> {
  const sessions = await db.selectFrom('gate_session').select('token_hash').execute();
  const audit = new AuditLog({ db, clock, log });
  const isWritten = await audit.append({
    event: 'gate_password_reset',
    severity: 'WARN',
    payload: { by: 'operator', from: 'the machine of the server', sessions: sessions.length },
  });
  if (!isWritten) return err('the audit row could not be written, so nothing was changed');
  await db.transaction().execute(async (inside) => {
    await inside.deleteFrom('gate_password').execute();
    await inside.deleteFrom('gate_session').execute();
    await inside.deleteFrom('account_session').execute();
    await inside.deleteFrom('refresh_token').execute();
  });
  return ok(sessions.length);
}
