/** What one argon2id hash of a password costs; what is left out has the library's default (19 MiB, two passes). */
export interface PasswordCost {
  readonly memoryCost?: number;
  readonly timeCost?: number;
}
