import { NotifyPreferences, type NotifyEvent, type NotifyPreferencesInput } from '@riptide/contracts';
import type { KeyVault } from '../access/key-vault.ts';
import type { Log } from '@riptide/core/kernel';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { DEFAULT_PREFERENCES } from './default-preferences.ts';
import { EVENT_CATALOGUE } from './event-catalogue.ts';
import { notifyChanges } from './notify-changes.ts';

const SECRET_NAMES = ['telegram.bot_token', 'whatsapp.token', 'webhook.secret'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Secrets and ids that the configuration gives; what is saved in the browser goes before. */
export interface ConfiguredSecrets {
  readonly telegramToken: string | null;
  readonly whatsappToken: string | null;
  readonly whatsappPhoneId: string | null;
}

export interface NotifySettingsDeps {
  readonly repository: NotifyRepository;
  readonly vault: KeyVault;
  readonly configured: ConfiguredSecrets;
  readonly log: Log;
}

/** The preferences and secrets of the channels, as they hold now. */
export class NotifySettings {
  private readonly deps: NotifySettingsDeps;
  private current: NotifyPreferences;
  private readonly secrets = new Map<SecretName, string>();
  private readonly listeners = new Set<() => void>();

  private constructor(deps: NotifySettingsDeps, current: NotifyPreferences) {
    this.deps = deps;
    this.current = current;
  }

  static async open(deps: NotifySettingsDeps): Promise<NotifySettings> {
    const { repository, vault, log } = deps;
    const settings = new NotifySettings(deps, storedPreferences(await repository.settings(), log));
    const sealed = await repository.secrets();
    for (const name of SECRET_NAMES) {
      const text = sealed.get(name);
      if (text === undefined) continue;
      const plain = vault.open(text, { area: 'notify', name });
      if (plain === null) log.error('a secret of a channel can not be read: enter it again', { name });
      else settings.secrets.set(name, plain);
    }
    return settings;
  }

  get prefs(): NotifyPreferences {
    return this.current;
  }

  /** Returns a secret of a channel; null without one. */
  secret(name: SecretName): string | null {
    const { telegramToken, whatsappToken } = this.deps.configured;
    const configured = { 'telegram.bot_token': telegramToken, 'whatsapp.token': whatsappToken, 'webhook.secret': null };
    return this.secrets.get(name) ?? configured[name];
  }

  get whatsappPhoneId(): string {
    const { phone_id } = this.current.channels.whatsapp;
    return phone_id === '' ? (this.deps.configured.whatsappPhoneId ?? '') : phone_id;
  }

  isOn(event: NotifyEvent): boolean {
    return this.current.events[event] ?? true;
  }

  /** Returns whether every event of a group is on. */
  isGroupOn(group: (typeof EVENT_CATALOGUE)[number]['group']): boolean {
    return EVENT_CATALOGUE.every((entry) => entry.group !== group || this.isOn(entry.event));
  }

  /** Merges what is given into the preferences, on disk first. Returns what changed, as the audit may keep it. */
  async change(input: NotifyPreferencesInput): Promise<Readonly<Record<string, string>>> {
    const { channels = {}, events = {}, ...rest } = input;
    const { telegram = {}, whatsapp = {}, webhook = {} } = channels;
    const { bot_token, ...telegramPart } = telegram as typeof telegram & { bot_token?: string | null };
    const { token, ...whatsappPart } = whatsapp as typeof whatsapp & { token?: string | null };
    const { secret, ...webhookPart } = webhook as typeof webhook & { secret?: string | null };
    const old = this.current;
    const next = NotifyPreferences.parse({
      ...old,
      ...rest,
      channels: {
        console: { ...old.channels.console, ...channels.console },
        telegram: { ...old.channels.telegram, ...telegramPart },
        whatsapp: { ...old.channels.whatsapp, ...whatsappPart },
        email: { ...old.channels.email, ...channels.email },
        webhook: { ...old.channels.webhook, ...webhookPart },
      },
      events: { ...old.events, ...events },
    });
    const given = { 'telegram.bot_token': bot_token, 'whatsapp.token': token, 'webhook.secret': secret };
    const had = new Set(this.secrets.keys());
    await this.save(next, given);
    const changes: Record<string, string> = { ...notifyChanges(old, next) };
    for (const name of SECRET_NAMES)
      if (given[name] !== undefined)
        changes[`channels.${name}`] =
          `${had.has(name) ? 'set' : 'none'} → ${given[name] === null ? 'none' : 'set anew'}`;
    return changes;
  }

  /** Calls back after every change. */
  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  private async save(
    next: NotifyPreferences,
    given: Readonly<Record<SecretName, string | null | undefined>>,
  ): Promise<void> {
    const { repository, vault } = this.deps;
    const sealed = new Map<SecretName, string | null>();
    for (const name of SECRET_NAMES) {
      const plain = given[name];
      if (plain === undefined) continue;
      sealed.set(name, plain === null ? null : vault.seal(plain, { area: 'notify', name }));
    }
    await repository.saveSettings(JSON.stringify(next), sealed);
    for (const name of sealed.keys()) {
      const plain = given[name];
      if (plain === null || plain === undefined) this.secrets.delete(name);
      else this.secrets.set(name, plain);
    }
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}

/** Fields that a newer version knows and the stored text does not have their default; a text that can't be read is replaced by it. */
function storedPreferences(text: string | null, log: Log): NotifyPreferences {
  if (text === null) return DEFAULT_PREFERENCES;
  const stored = JSON.parse(text) as Partial<NotifyPreferences>;
  const { channels } = DEFAULT_PREFERENCES;
  const parsed = NotifyPreferences.safeParse({
    ...DEFAULT_PREFERENCES,
    ...stored,
    channels: {
      console: { ...channels.console, ...stored.channels?.console },
      telegram: { ...channels.telegram, ...stored.channels?.telegram },
      whatsapp: { ...channels.whatsapp, ...stored.channels?.whatsapp },
      email: { ...channels.email, ...stored.channels?.email },
      webhook: { ...channels.webhook, ...stored.channels?.webhook },
    },
  });
  if (parsed.success) return parsed.data;
  log.error('the notification preferences can not be read: the defaults hold', { fields: parsed.error.issues.length });
  return DEFAULT_PREFERENCES;
}
