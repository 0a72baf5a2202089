import type { Kysely, Selectable } from 'kysely';
import type { AppSchema } from './app-schema.ts';

export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly isVerified: boolean;
  readonly createdMs: number;
  /** Sealed. */
  readonly totpSecret: string | null;
  readonly isTotpOn: boolean;
  readonly totpStep: number;
  /** Counts where trading needs an account. */
  readonly isApproved: boolean;
}

type CodePurpose = AppSchema['account_code']['purpose'];

/** Accounts, the codes mailed to them, and their recovery codes. */
export class AccountRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  async byEmail(email: string): Promise<AccountRow | null> {
    return rowOf(await this.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst());
  }

  /** Returns the account whose email begins with `name@`; null unless exactly one does. */
  async byName(name: string): Promise<AccountRow | null> {
    const rows = await this.db
      .selectFrom('account')
      .selectAll()
      .where('email', '>=', `${name}@`)
      .where('email', '<', `${name}A`)
      .limit(2)
      .execute();
    return rows.length === 1 ? rowOf(rows[0]) : null;
  }

  async byId(id: string): Promise<AccountRow | null> {
    return rowOf(await this.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst());
  }

  /** Adds an account. Returns false when the email has one already, or there are as many as there may be. */
  async add(account: Pick<AccountRow, 'id' | 'email' | 'passwordHash' | 'createdMs'>, most: number): Promise<boolean> {
    const { total } = await this.db
      .selectFrom('account')
      .select((query) => query.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    if (total >= most) return false;
    const { numInsertedOrUpdatedRows } = await this.db
      .insertInto('account')
      .values({
        id: account.id,
        email: account.email,
        password_hash: account.passwordHash,
        is_verified: 0,
        created_ms: account.createdMs,
        totp_secret: null,
        is_totp_on: 0,
        totp_step: 0,
        approved_ms: null,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Returns the accounts, the oldest first. */
  async list(most: number): Promise<readonly AccountRow[]> {
    const rows = await this.db
      .selectFrom('account')
      .selectAll()
      .orderBy('created_ms')
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map(rowFrom);
  }

  /** Marks an account as verified. It counts for trading at once where nobody has to approve it, or nobody is there who could. */
  async setVerified(id: string, { nowMs, needsApproval }: { nowMs: number; needsApproval: boolean }): Promise<void> {
    await this.db.transaction().execute(async (db) => {
      const other = await db.selectFrom('account').select('id').where('approved_ms', 'is not', null).executeTakeFirst();
      const isFree = !needsApproval || other === undefined;
      await db.updateTable('account').set({ is_verified: 1 }).where('id', '=', id).execute();
      if (!isFree) return;
      const counts = db.updateTable('account').set({ approved_ms: nowMs }).where('approved_ms', 'is', null);
      await counts.where('id', '=', id).execute();
    });
  }

  /** Lets a verified account count for trading. Returns false when it is not verified, or there is none. */
  async approve(id: string, nowMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('account')
      .set((query) => ({ approved_ms: query.fn.coalesce('approved_ms', query.val(nowMs)) }))
      .where('id', '=', id)
      .where('is_verified', '=', 1)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** Sets another password and ends every session of the account: both or neither. */
  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.db.transaction().execute(async (db) => {
      await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
      await db.deleteFrom('account_session').where('account_id', '=', id).execute();
      await db.deleteFrom('account_code').where('account_id', '=', id).where('purpose', '=', 'reset').execute();
    });
  }

  /** Sets the second factor and its recovery codes; null takes it away. */
  async setTotp(id: string, secret: string | null, recoveryHashes: readonly string[]): Promise<void> {
    await this.db.transaction().execute(async (db) => {
      const isOn = secret !== null && recoveryHashes.length > 0 ? 1 : 0;
      // Codes of another secret have nothing to do with those that were taken.
      await db
        .updateTable('account')
        .set({ totp_step: 0 })
        .where('id', '=', id)
        .where('totp_secret', 'is distinct from', secret)
        .execute();
      await db.updateTable('account').set({ totp_secret: secret, is_totp_on: isOn }).where('id', '=', id).execute();
      await db.deleteFrom('recovery_code').where('account_id', '=', id).execute();
      for (const hash of recoveryHashes) {
        await db.insertInto('recovery_code').values({ account_id: id, code_hash: hash }).execute();
      }
    });
  }

  /** Takes the code of a step. Returns false when that step or a later one was taken already. */
  async takeTotpStep(id: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .updateTable('account')
      .set({ totp_step: step })
      .where('id', '=', id)
      .where('totp_step', '<', step)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  /** Takes a recovery code. Returns false when the account has no such code any more. */
  async takeRecoveryCode(id: string, codeHash: string): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom('recovery_code')
      .where('account_id', '=', id)
      .where('code_hash', '=', codeHash)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }

  /** Keeps a code in place of the one before. */
  async putCode(accountId: string, purpose: CodePurpose, code: { hash: string; expiresMs: number }): Promise<void> {
    const row = { code_hash: code.hash, expires_ms: code.expiresMs, tries: 0 };
    await this.db
      .insertInto('account_code')
      .values({ account_id: accountId, purpose, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
      .execute();
  }

  /** Spends one try on the code of an account. Returns its hash, null when there is none, it is too old, or its tries are used up. */
  async tryCode(
    accountId: string,
    purpose: CodePurpose,
    limits: { nowMs: number; most: number },
  ): Promise<string | null> {
    const row = await this.db
      .updateTable('account_code')
      .set((query) => ({ tries: query('tries', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('purpose', '=', purpose)
      .where('expires_ms', '>', limits.nowMs)
      .where('tries', '<', limits.most)
      .returning('code_hash')
      .executeTakeFirst();
    return row?.code_hash ?? null;
  }

  /** Takes a code by its hash. Returns whose it was, null when there is none or it is too old. */
  async takeCode(codeHash: string, purpose: CodePurpose, nowMs: number): Promise<string | null> {
    const row = await this.db
      .deleteFrom('account_code')
      .where('code_hash', '=', codeHash)
      .where('purpose', '=', purpose)
      .returning(['account_id', 'expires_ms'])
      .executeTakeFirst();
    return row !== undefined && row.expires_ms > nowMs ? row.account_id : null;
  }
}

function rowOf(row: Selectable<AppSchema['account']> | undefined): AccountRow | null {
  return row === undefined ? null : rowFrom(row);
}

function rowFrom(row: Selectable<AppSchema['account']>): AccountRow {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    isVerified: row.is_verified === 1,
    createdMs: row.created_ms,
    totpSecret: row.totp_secret,
    isTotpOn: row.is_totp_on === 1,
    totpStep: row.totp_step,
    isApproved: row.is_verified === 1 && row.approved_ms !== null,
  };
}
