import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verify } from 'otplib';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { AccountRepository, AccountRow } from '../../storage/app-db/account-repository.ts';
import type { KeyVault } from '../key-vault.ts';

const RECOVERY_CODES = 10;
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** A code is taken one period early or late. */
const TOLERANCE_S = 30;

export interface Enrolment {
  readonly secret: string;
  /** `otpauth://…`, for a QR code. */
  readonly uri: string;
}

/** One-time codes of an authenticator app, and recovery codes for when it is lost. No code is taken twice. */
export class SecondFactor {
  private readonly accounts: AccountRepository;
  private readonly vault: KeyVault;
  private readonly clock: Clock;

  constructor(accounts: AccountRepository, vault: KeyVault, clock: Clock) {
    this.accounts = accounts;
    this.vault = vault;
    this.clock = clock;
  }

  /** Begins: gives the secret, which counts for nothing before it is confirmed. Null when one is on already. */
  async enrol(account: AccountRow): Promise<Enrolment | null> {
    if (account.isTotpOn) return null;
    const secret = generateSecret();
    const sealed = this.vault.seal(secret, { area: 'access', name: `totp-${account.id}` });
    await this.accounts.setTotp(account.id, sealed, []);
    return { secret, uri: generateURI({ issuer: 'Riptide', label: account.email, secret }) };
  }

  /** Switches it on by a first code. The value are the recovery codes, shown this once. */
  async confirm(account: AccountRow, otp: string): Promise<Result<readonly string[], 'not-enrolled' | 'wrong-code'>> {
    if (account.isTotpOn || account.totpSecret === null) return err('not-enrolled');
    const step = await this.stepOf(account, otp);
    if (step === null || !(await this.accounts.takeTotpStep(account.id, step))) return err('wrong-code');
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => this.recoveryHash(account, code));
    await this.accounts.setTotp(account.id, account.totpSecret, hashes);
    return ok(codes);
  }

  async disable(account: AccountRow): Promise<void> {
    await this.accounts.setTotp(account.id, null, []);
  }

  /** Takes a code of the app or a recovery code. */
  async take(account: AccountRow, code: string): Promise<boolean> {
    if (/^\d{6}$/.test(code)) {
      const step = await this.stepOf(account, code);
      return step !== null && this.accounts.takeTotpStep(account.id, step);
    }
    return this.accounts.takeRecoveryCode(account.id, this.recoveryHash(account, code));
  }

  /** Returns the period a code of the app is of; null when it is wrong. */
  private async stepOf(account: AccountRow, otp: string): Promise<number | null> {
    if (account.totpSecret === null || !/^\d{6}$/.test(otp)) return null;
    const secret = this.vault.open(account.totpSecret, { area: 'access', name: `totp-${account.id}` });
    if (secret === null) return null;
    const epoch = Math.floor(this.clock.nowMs() / 1_000);
    const result = await verify({ secret, token: otp, epoch, epochTolerance: TOLERANCE_S });
    return result.valid && 'timeStep' in result ? result.timeStep : null;
  }

  private recoveryHash({ id }: AccountRow, code: string): string {
    return this.vault.fingerprint(`${id}|${code.toLowerCase().replaceAll('-', '')}`, 'recovery-code');
  }
}

function newRecoveryCode(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');
  return `${group()}-${group()}`;
}
