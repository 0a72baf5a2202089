import type { Kysely } from 'kysely';
import type { Clock } from '@riptide/core/kernel';
import type { KeyVault } from '../access/key-vault.ts';
import type { Config } from '../config/config.ts';
import { readEnvFile } from '../config/load-config.ts';
import { secretsOf, shownConfig } from '../config/shown-config.ts';
import { DiagnosticsDesk } from '../diagnostics/diagnostics-desk.ts';
import { knownSecrets } from '../diagnostics/known-secrets.ts';
import type { HealthFacts } from '../http/presenters/health.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { NotifySettings } from '../notify/notify-settings.ts';
import type { SettingsDesk } from '../settings/settings-desk.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';

export interface DiagnosticsParts {
  readonly config: Config;
  readonly db: Kysely<AppSchema>;
  readonly vault: KeyVault;
  readonly masterKey: Buffer;
  readonly notify: NotifySettings;
  readonly link: EngineLink;
  readonly facts: HealthFacts;
  readonly settings: SettingsDesk;
  readonly clock: Clock;
}

/** Builds the desk of diagnostics, which knows every secret so that it lets none out. */
export function buildDiagnostics(parts: DiagnosticsParts): DiagnosticsDesk {
  const { config, db, vault, masterKey, notify, link, facts, settings, clock } = parts;
  const configured = [...secretsOf(config), masterKey.toString('hex'), masterKey.toString('base64')];
  return new DiagnosticsDesk({
    dataDir: config.dataDir,
    config: shownConfig({ ...readEnvFile(process.cwd()), ...process.env }),
    facts,
    link,
    settings,
    clock,
    secrets: () => knownSecrets({ db, vault, notify, configured }),
  });
}
