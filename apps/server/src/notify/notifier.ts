import type { NotifyPreferences } from '@riptide/contracts';
import type { ExecutionMode, MarketSource } from '@riptide/core/domain';
import type { Clock, Log, Random } from '@riptide/core/kernel';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { Kysely } from 'kysely';
import type { KeyVault } from '../access/key-vault.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';
import { DeliveryRepository } from '../storage/app-db/delivery-repository.ts';
import { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { ProposalRepository } from '../storage/app-db/proposal-repository.ts';
import type { Channel } from './channels/channel.ts';
import { EmailChannel } from './channels/email-channel.ts';
import type { LookupAll } from './channels/outside-address.ts';
import { TelegramApi } from './channels/telegram-api.ts';
import { TelegramChannel } from './channels/telegram-channel.ts';
import { WebhookChannel } from './channels/webhook-channel.ts';
import { WhatsappChannel } from './channels/whatsapp-channel.ts';
import { ConditionWatch } from './condition-watch.ts';
import { DailyReport } from './daily-report.ts';
import { DownWatch } from './down-watch.ts';
import { LinkWatch } from './link-watch.ts';
import { noticeOf, type Notice } from './notice.ts';
import { NotifyDesk } from './notify-desk.ts';
import { NotifySettings, type ConfiguredSecrets } from './notify-settings.ts';
import { Outbox } from './outbox.ts';
import { RecordFeed } from './record-feed.ts';
import { TelegramAnswers } from './telegram-answers.ts';

export interface NotifierOptions {
  readonly db: Kysely<AppSchema>;
  readonly vault: KeyVault;
  readonly mailer: Mailer;
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly market: MarketSource;
  readonly configured: ConfiguredSecrets;
  readonly telegramUrl: string;
  readonly whatsappUrl: string;
  readonly lookupAll: LookupAll;
  /** For the daily report; null while they can't be read. */
  readonly closedTrades: (mode: ExecutionMode) => readonly ClosedTrade[] | null;
  /** How long the notification centre keeps a line; 30 days when left out. */
  readonly keptMs?: () => number;
  readonly newId: () => string;
  readonly newToken: () => string;
  /** Notes for the audit what a person did. */
  readonly audit: (event: string, data: Readonly<Record<string, string | number>>) => void;
}

/** Everything about notifications: preferences, the centre, the outbox, and what they are fed by. */
export interface Notifier {
  readonly settings: NotifySettings;
  readonly desk: NotifyDesk;
  readonly repository: NotifyRepository;
  readonly deliveries: DeliveryRepository;
  readonly channels: readonly Channel[];
  readonly outbox: Pick<Outbox, 'counts'>;
  readonly audit: NotifierOptions['audit'];
  /** Begins to read, watch and send. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the notifications; nothing is read or sent before `start`. */
export async function openNotifier(options: NotifierOptions): Promise<Notifier> {
  const { db, vault, link, clock, random, log, market, configured, audit } = options;
  const repository = new NotifyRepository(db);
  const deliveries = new DeliveryRepository(db);
  const settings = await NotifySettings.open({ repository, vault, configured, log });
  const api = new TelegramApi({ baseUrl: options.telegramUrl, token: () => settings.secret('telegram.bot_token') });
  const channels = buildChannels(options, settings, api);
  const { newId, newToken, keptMs } = options;
  const kept = keptMs === undefined ? {} : { keptMs };
  const desk = await NotifyDesk.open({ repository, settings, channels, clock, log, newId, newToken, ...kept });
  const accept = (notices: readonly Notice[]): void => {
    desk.accept(notices).catch((e: unknown) => log.error('a notification was not stored', { detail: String(e) }));
  };
  const outbox = new Outbox({
    repository: deliveries,
    channels,
    isWanted: (channel, event) => isWanted(settings.prefs, channel, event),
    clock,
    random,
    log,
    onChannel: (channel, fault) => accept([channelNotice(channel, fault, clock.nowMs())]),
  });
  const proposals = new ProposalRepository(db);
  const chatId = (): string | null => approvingChat(settings.prefs);
  const answers = new TelegramAnswers({ api, repository, proposals, link, clock, log, chatId, audit });
  settings.onChange(() => answers.start());
  desk.onNews(() => outbox.wake());
  let feed: RecordFeed | null = null;
  let watch: LinkWatch | null = null;
  let conditions: ConditionWatch | null = null;
  let downWatch: DownWatch | null = null;
  let report: DailyReport | null = null;
  return {
    settings,
    desk,
    repository,
    deliveries,
    channels,
    outbox,
    audit,
    start: async () => {
      await outbox.start();
      downWatch = await DownWatch.open({ repository, desk, clock, log, audit });
      feed = await RecordFeed.open({ link, desk, repository, clock, log });
      conditions = await ConditionWatch.open({ link, clock, repository, accept });
      watch = new LinkWatch({ link, clock, market, accept, audit });
      const { closedTrades } = options;
      report = new DailyReport({ repository, settings, desk, clock, log, closedTrades });
      answers.start();
    },
    close: async () => {
      watch?.close();
      conditions?.close();
      await Promise.all([report?.close(), downWatch?.close(), feed?.close(), answers.close(), outbox.close()]);
      await desk.close();
    },
  };
}

function buildChannels(options: NotifierOptions, settings: NotifySettings, api: TelegramApi): readonly Channel[] {
  const { clock, mailer, whatsappUrl, lookupAll } = options;
  return [
    new TelegramChannel(api, () => settings.prefs.channels.telegram.chat_id),
    new WhatsappChannel(whatsappUrl, () => {
      const { to, template, template_language } = settings.prefs.channels.whatsapp;
      const token = settings.secret('whatsapp.token');
      return { to, template, templateLanguage: template_language, token, phoneId: settings.whatsappPhoneId };
    }),
    new EmailChannel(mailer, () => settings.prefs.channels.email.to),
    new WebhookChannel({
      clock,
      lookupAll,
      settings: () => {
        const { url, allow_private } = settings.prefs.channels.webhook;
        return { url, allowPrivate: allow_private, secret: settings.secret('webhook.secret') };
      },
    }),
  ];
}

function isWanted(prefs: NotifyPreferences, channel: Channel['name'], event: string): boolean {
  if (event === 'daily_report') return prefs.events.daily_report ?? false;
  return prefs.enabled && prefs.channels[channel].enabled;
}

function approvingChat({ enabled, channels }: NotifyPreferences): string | null {
  const { telegram } = channels;
  return enabled && telegram.enabled && telegram.approvals && telegram.chat_id !== '' ? telegram.chat_id : null;
}

function channelNotice(channel: Channel['name'], fault: string | null, atMs: number): Notice {
  const isOn = fault !== null;
  return noticeOf({
    event: 'channel_failed',
    severity: isOn ? 'WARN' : 'INFO',
    atMs,
    title: isOn ? `Messages by ${channel} fail` : `Messages by ${channel} arrive again`,
    body: fault ?? 'A message was taken.',
    edge: { key: `channel-failed:${channel}`, isOn },
  });
}
