import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ok, type MarketSource } from '@riptide/core/domain';
import { seededRandom, silentLog, VirtualClock, type Log } from '@riptide/core/kernel';
import { AccountAccess } from '../access/accounts/account-access.ts';
import { BackupDesk } from '../backup/backup-desk.ts';
import { shownConfig } from '../config/shown-config.ts';
import { DiagnosticsDesk } from '../diagnostics/diagnostics-desk.ts';
import { knownSecrets } from '../diagnostics/known-secrets.ts';
import { ConnectionDesk } from '../access/connection-desk.ts';
import { EgressAddress } from '../access/egress-address.ts';
import { KeyVault } from '../access/key-vault.ts';
import { GateKeeper } from '../access/gate-keeper.ts';
import { AuditDesk } from '../audit/audit-desk.ts';
import type { Mailer } from '../mail/mailer.ts';
import { openNotifier, type Notifier, type NotifierOptions } from '../notify/notifier.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { createMailer } from '../mail/create-mailer.ts';
import { FlightAnswers } from '../flight/answer-flight.ts';
import type { FlightDesk } from '../flight/flight-desk.ts';
import { SettingsDesk, type SettingChange } from '../settings/settings-desk.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { CommandKeyRepository } from '../storage/app-db/command-key-repository.ts';
import { GateRepository } from '../storage/app-db/gate-repository.ts';
import { SettingRepository } from '../storage/app-db/setting-repository.ts';
import { VenueKeyRepository } from '../storage/app-db/venue-key-repository.ts';
import { openTestSqlite } from '../storage/open-test-sqlite.fixture.ts';
import { TradingHistory } from '../storage/trading-db/trading-history.ts';
import type { TlsFiles } from '../config/load-tls.ts';
import type { UnknownFields } from './answer-serializer.ts';
import { buildApp } from './build-app.ts';
import type { HttpLimits } from './http-limits.ts';
import type { EventHub } from './streams/event-hub.ts';

export const TEST_PASSWORD = 'open sesame';
const TEST_START_MS = 1_800_000_000_000;
/** The least that argon2 takes. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1 };

/** The real HTTP side for tests: SQLite in memory, a clock that stands still, an engine set by hand. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly hub: EventHub;
  readonly link: FakeEngineLink;
  readonly clock: VirtualClock;
  readonly gate: GateKeeper;
  readonly accounts: AccountAccess;
  readonly commandKeys: CommandKeyRepository;
  readonly connections: ConnectionDesk;
  readonly audit: AuditDesk;
  /** Not started: reads and sends nothing by itself. */
  readonly notifier: Notifier;
  readonly settings: SettingsDesk;
  /** Changes of settings, as the audit was told of them. */
  readonly settingChanges: readonly SettingChange[];
  readonly auditEvents: readonly string[];
  readonly backups: BackupDesk;
  /** Where `app.db` and `trading.db` of the test are. */
  readonly dataDir: string;
  /** Unlocks the gate and returns the cookie header. */
  unlock(): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** With `/api/openapi.json` and `/api/docs`. */
  readonly isDescribed?: boolean;
  /** Variables as the diagnostics see them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Secrets of the configuration. */
  readonly secrets?: readonly string[];
  readonly market?: MarketSource;
  readonly log?: Log;
  readonly trustedProxies?: readonly string[];
  readonly allowedHosts?: readonly string[];
  readonly fetchText?: (url: string, timeoutMs: number) => Promise<string>;
  readonly mailer?: Mailer;
  readonly metricsToken?: string;
  readonly tls?: TlsFiles;
  readonly limits?: HttpLimits;
  /** As in production with `strip`; a fault by default. */
  readonly unknownFields?: UnknownFields;
  readonly notify?: Partial<NotifierOptions>;
}

export async function startTestApp(webRoot = '/nonexistent', options: TestAppOptions = {}): Promise<TestApp> {
  const { market = 'sim', log = silentLog() } = options;
  const clock = new VirtualClock(TEST_START_MS);
  const dataDir = mkdtempSync(join(tmpdir(), 'riptide-app-'));
  const db = await openTestSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
  const gate = new GateKeeper(new GateRepository(db), clock, log, PASSWORD_COST);
  await gate.prepare(TEST_PASSWORD);
  await gate.commit(TEST_PASSWORD, false);
  const vault = new KeyVault(Buffer.alloc(32, 1));
  const mailer = options.mailer ?? createMailer({ smtpUrl: null, dataDir, clock, log });
  const accounts = await AccountAccess.open({ db, vault, mailer, clock, log, passwordCost: PASSWORD_COST });
  const link = new FakeEngineLink();
  const facts = {
    version: '2.0.0',
    market,
    execution: 'paper' as const,
    startedMs: TEST_START_MS,
    engineRestarts: () => 0,
  };
  const connections = await ConnectionDesk.open({
    repository: new VenueKeyRepository(db),
    vault,
    link,
    clock,
    log,
    market,
  });
  const history = new TradingHistory({ path: join(dataDir, 'trading.db'), log });
  const notifier = await openNotifier({
    db,
    vault: new KeyVault(Buffer.alloc(32, 1)),
    mailer,
    link,
    clock,
    random: seededRandom(1),
    log,
    market,
    configured: { telegramToken: null, whatsappToken: null, whatsappPhoneId: null },
    telegramUrl: 'http://127.0.0.1:1',
    whatsappUrl: 'http://127.0.0.1:1',
    lookupAll: (_host, done) => done(Object.assign(new Error('no network'), { code: 'ENOTFOUND' }), []),
    closedTrades: () => [],
    newId: () => randomUUID(),
    newToken: () => randomBytes(16).toString('base64url'),
    audit: () => undefined,
    ...options.notify,
  });
  const settingChanges: SettingChange[] = [];
  const auditEvents: string[] = [];
  const settings = await SettingsDesk.open({
    repository: new SettingRepository(db),
    clock,
    log,
    journalDays: 7,
    audit: (change) => settingChanges.push(change),
  });
  const backups = new BackupDesk({
    dataDir,
    masterKey: Buffer.alloc(32, 1),
    isKeyGiven: false,
    config: shownConfig({}),
    market,
    execution: 'paper',
    version: '2.0.0',
    clock,
    log,
    randomBytes,
    audit: (event) => auditEvents.push(event),
  });
  const diagnostics = new DiagnosticsDesk({
    dataDir,
    config: shownConfig(options.environment ?? {}),
    facts,
    link,
    settings,
    clock,
    secrets: () =>
      knownSecrets({ db, vault, notify: notifier.settings, configured: [TEST_PASSWORD, ...(options.secrets ?? [])] }),
  });
  const flight = flightHere(dataDir);
  const audit = new AuditDesk({ db, dataDir, clock, log, keptMs: () => null });
  audit.follow(gate, accounts);
  const commandKeys = new CommandKeyRepository(db);
  const { app, hub } = await buildApp({
    commandKeys,
    audit,
    connections,
    notifier,
    settings,
    backups,
    flight,
    diagnostics,
    egress: new EgressAddress({
      clock,
      market,
      fetchText: options.fetchText ?? (() => Promise.reject(new Error('no network'))),
    }),
    history,
    link,
    gate,
    accounts,
    clock,
    facts,
    log,
    webRoot,
    dataDir,
    isDescribed: options.isDescribed ?? false,
    metricsToken: options.metricsToken ?? null,
    trustedProxies: options.trustedProxies ?? [],
    allowedHosts: options.allowedHosts ?? [],
    tls: options.tls ?? null,
    unknownFields: options.unknownFields ?? 'refuse',
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    runId: 'run1',
    isDatabaseOpen: async () => true,
  });
  const unlock = async (): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: '/api/gate/unlock', payload: { password: TEST_PASSWORD } });
    return String(answer.headers['set-cookie']).split(';')[0] ?? '';
  };
  const close = async (): Promise<void> => {
    await app.close();
    await accounts.close();
    await notifier.close();
    await audit.close();
    connections.close();
    history.close();
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    app,
    hub,
    link,
    clock,
    gate,
    accounts,
    commandKeys,
    connections,
    audit,
    notifier,
    settings,
    settingChanges,
    auditEvents,
    backups,
    dataDir,
    unlock,
    close,
  };
}

/** Moments are rebuilt at once, without a thread. */
function flightHere(dataDir: string): Pick<FlightDesk, 'ask'> {
  const answers = new FlightAnswers(dataDir);
  const ask = async (question: Parameters<FlightDesk['ask']>[0]) => ok(answers.answer(question));
  return { ask: ask as FlightDesk['ask'] };
}
