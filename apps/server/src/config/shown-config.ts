import type { Config } from './config.ts';
import { VARIABLES, type VariableName } from './variables.ts';

/** One variable as it may be shown to anybody. */
export interface ShownVariable {
  readonly name: VariableName;
  readonly isSecret: boolean;
  readonly isSet: boolean;
  /** null: a secret, or unset. */
  readonly value: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns every variable of the product: what is no secret with its value, addresses without user, password and query. */
export function shownConfig(environment: Environment): readonly ShownVariable[] {
  return (Object.keys(VARIABLES) as VariableName[]).map((name) => {
    const text = (environment[name] ?? '').trim();
    const { isSecret } = VARIABLES[name];
    return { name, isSecret, isSet: text !== '', value: isSecret || text === '' ? null : withoutCredentials(text) };
  });
}

/** Returns secrets of a configuration in plain: what must stand in nothing that leaves the product. */
export function secretsOf(config: Config): readonly string[] {
  const { gatePassword, masterKey, smtpUrl, notify } = config;
  const password = smtpUrl === null ? null : decodeURIComponent(new URL(smtpUrl).password);
  return [gatePassword, masterKey, smtpUrl, password, notify.telegramToken, notify.whatsappToken].filter(
    (secret): secret is string => secret !== null && secret !== '',
  );
}

function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
