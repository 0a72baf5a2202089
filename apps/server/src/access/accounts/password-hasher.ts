import { hash, verify } from '@node-rs/argon2';
import type { PasswordCost } from '../password-cost.ts';

/** Each takes 19 MiB and a core. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 32;

/** argon2id, a few at a time. A null answer: too many are waiting. */
export class PasswordHasher {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private readonly cost: PasswordCost;
  private readonly nobody: Promise<string>;

  constructor(cost: PasswordCost = {}) {
    this.cost = cost;
    this.nobody = hash('nobody has this password', cost);
  }

  async hash(password: string): Promise<string | null> {
    return this.inTurn(() => hash(password, this.cost));
  }

  /** Checks a password; against no hash it takes as long and is wrong. */
  async verify(passwordHash: string | null, password: string): Promise<boolean | null> {
    const isRight = await this.inTurn(async () => verify(passwordHash ?? (await this.nobody), password));
    return isRight === null ? null : isRight && passwordHash !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.running >= AT_ONCE_MAX) {
      if (this.waiting.length >= WAITING_MAX) return null;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
