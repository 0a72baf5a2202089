import type { DomainErrorCode } from '@riptide/core/domain';

const TEXTS: Readonly<Partial<Record<DomainErrorCode, string>>> = {
  CREDENTIALS_INVALID: 'The exchange does not know these keys, or refuses their signature',
  CREDENTIALS_FORBIDDEN: 'The exchange does not allow these keys from here, or they lack a permission',
  CREDENTIALS_MISSING: 'No keys are saved for this exchange',
  CREDENTIALS_PASSPHRASE_MISSING: 'The passphrase is missing: the exchange issues one with every key',
  ACCOUNT_IN_USE: 'The keys open another account than the one that still holds positions or orders',
  CLOCK_SKEWED: 'The clock of this machine differs too much from the exchange',
  VENUE_UNREACHABLE: 'The exchange can not be reached',
  VENUE_TIMEOUT: 'The exchange did not answer in time',
  VENUE_BUSY: 'The exchange is busy',
  VENUE_MAINTENANCE: 'The exchange is under maintenance',
  VENUE_RATE_LIMITED: 'The exchange limits our requests',
  VENUE_BANNED: 'The exchange has blocked this address for a while',
  VENUE_ANSWER_MALFORMED: 'The exchange answered something unreadable',
};

/** Returns for a person why a key can't be used, by the code of what went wrong. */
export function keyText(code: string): string {
  return TEXTS[code as DomainErrorCode] ?? 'The exchange refused the connection';
}
