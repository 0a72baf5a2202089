import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { seededRandom, type Clock, type Log } from '@riptide/core/kernel';
import type { AuditDesk } from '../audit/audit-desk.ts';
import type { KeyVault } from '../access/key-vault.ts';
import type { Config } from '../config/config.ts';
import type { EngineLink } from '../link/engine-link.ts';
import { createMailer } from '../mail/create-mailer.ts';
import { systemLookup } from '../notify/channels/outside-address.ts';
import { openNotifier, type Notifier } from '../notify/notifier.ts';
import type { SettingsDesk } from '../settings/settings-desk.ts';
import type { TradingHistory } from '../storage/trading-db/trading-history.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';

export interface NotifierParts {
  readonly config: Config;
  readonly db: Kysely<AppSchema>;
  readonly vault: KeyVault;
  readonly link: EngineLink;
  readonly history: TradingHistory;
  readonly settings: SettingsDesk;
  readonly audit: AuditDesk;
  readonly clock: Clock;
  readonly log: Log;
}

/** What of it an auditor looks for first. */
const WARNED = /_foreign$|^engine_lost$|^server_was_down$/;

/** Opens the notifications with the machine's network, chance and the configured channels. */
export function buildNotifier(parts: NotifierParts): Promise<Notifier> {
  const { config, db, vault, link, history, settings, audit, clock, log } = parts;
  const { telegramToken, whatsappToken, whatsappPhoneId, telegramUrl, whatsappUrl } = config.notify;
  return openNotifier({
    db,
    vault,
    mailer: createMailer({ smtpUrl: config.smtpUrl, dataDir: config.dataDir, clock, log }),
    link,
    clock,
    random: seededRandom(randomInt(2 ** 32)),
    log,
    market: config.market,
    configured: { telegramToken, whatsappToken, whatsappPhoneId },
    telegramUrl,
    whatsappUrl,
    lookupAll: systemLookup,
    closedTrades: (mode) => {
      const trades = history.closedTrades(mode);
      return trades.ok ? trades.value : null;
    },
    keptMs: () => settings.retention.value.notifications_days * 86_400_000,
    newId: () => randomUUID(),
    newToken: () => randomBytes(16).toString('base64url'),
    audit: (event, data) => audit.note({ event, severity: WARNED.test(event) ? 'WARN' : 'INFO', payload: { ...data } }),
  });
}
