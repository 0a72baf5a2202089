import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { systemClock, type Clock, type Log } from '@riptide/core/kernel';
import { AuditDesk } from '../audit/audit-desk.ts';
import { CALLER, namingCallers } from '../audit/caller.ts';
import { AccountAccess } from '../access/accounts/account-access.ts';
import { ConnectionDesk } from '../access/connection-desk.ts';
import { EgressAddress, fetchText } from '../access/egress-address.ts';
import { KeyVault } from '../access/key-vault.ts';
import { loadMasterKey } from '../access/master-key.ts';
import { GateKeeper } from '../access/gate-keeper.ts';
import { isLoopbackHost, type Config } from '../config/config.ts';
import { loadTls } from '../config/load-tls.ts';
import { FlightDesk, flightModule } from '../flight/flight-desk.ts';
import { buildApp } from '../http/build-app.ts';
import { LinkClient } from '../link/link-client.ts';
import { linkSocketPath } from '../link/socket-path.ts';
import { processLog } from '../log/process-log.ts';
import type { Notifier } from '../notify/notifier.ts';
import { createMailer } from '../mail/create-mailer.ts';
import { SettingsDesk } from '../settings/settings-desk.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { GateRepository } from '../storage/app-db/gate-repository.ts';
import { CommandKeyRepository } from '../storage/app-db/command-key-repository.ts';
import { SettingRepository } from '../storage/app-db/setting-repository.ts';
import { VenueKeyRepository } from '../storage/app-db/venue-key-repository.ts';
import { openDataFile } from '../storage/open-data-file.ts';
import { TradingHistory } from '../storage/trading-db/trading-history.ts';
import type { SimulatorKeys } from '../supervise/child-messages.ts';
import { portTakenLine } from '../supervise/port-fault.ts';
import { attachToSupervisor } from '../supervise/child-lifecycle.ts';
import { buildBackups } from './build-backups.ts';
import { buildDiagnostics } from './build-diagnostics.ts';
import { buildNotifier } from './build-notifier.ts';
import { requireConfig } from './require-config.ts';
import { VERSION } from './version.ts';

/** A former server of the same port may need a moment to end. */
const PORT_TRIES = 10;
const PORT_RETRY_MS = 100;
const DAY_MS = 86_400_000;

/** Runs the server process: gate, API, stream and web app over a copy of the engine's state. */
export async function runServer(): Promise<void> {
  const clock = systemClock();
  const config = requireConfig();
  const log = processLog('server', { level: config.logLevel, dataDir: config.dataDir });
  const parts: ServerParts = {
    app: null,
    link: null,
    db: null,
    accounts: null,
    audit: null,
    connections: null,
    history: null,
    notifier: null,
    flight: null,
  };
  let engineRestarts = 0;
  const simulatorKeys = new KeyMail(log);
  const lifecycle = attachToSupervisor({
    clock,
    log,
    onMessage: (message) => {
      if (message.kind === 'engine-restarts') engineRestarts = message.count;
      if (message.kind === 'simulator-keys') simulatorKeys.put(message.keys);
    },
    stop: () => stopAll(parts),
  });
  const masterKey = loadMasterKey({ dataDir: config.dataDir, given: config.masterKey });
  if (!masterKey.ok) return lifecycle.fail(masterKey.error);
  const tls = config.tls === null ? null : loadTls(config.tls, clock.nowMs());
  if (tls !== null && !tls.ok) return lifecycle.fail(tls.error);
  const opened = await openDataFile<AppSchema>(join(config.dataDir, 'app.db'), APP_MIGRATIONS);
  if (!opened.ok) return lifecycle.fail(opened.error);
  const db = opened.value;
  parts.db = db;
  const gate = new GateKeeper(new GateRepository(db), clock, log);
  const start = await gate.prepare(config.gatePassword);
  if (start.isGenerated && !isLoopbackHost(config.host)) return lifecycle.fail(openHostLine(config.host));
  const link = new LinkClient({
    path: linkSocketPath(config.dataDir),
    clock,
    log,
    requestId: () => CALLER.getStore()?.requestId ?? null,
  });
  parts.link = link;
  const { market } = config;
  const vault = new KeyVault(masterKey.value);
  const mailer = createMailer({ smtpUrl: config.smtpUrl, dataDir: config.dataDir, clock, log });
  const accounts = await AccountAccess.open({ db, vault, mailer, clock, log });
  parts.accounts = accounts;
  const connections = await ConnectionDesk.open({
    repository: new VenueKeyRepository(db),
    vault,
    link,
    clock,
    log,
    market,
  });
  parts.connections = connections;
  simulatorKeys.deliver((keys) => connections.takeSimulatorKeys(keys));
  const history = new TradingHistory({ path: join(config.dataDir, 'trading.db'), log });
  parts.history = history;
  const audit: AuditDesk = new AuditDesk({
    db,
    dataDir: config.dataDir,
    clock,
    log,
    keptMs: () => settings.retention.value.audit_days * DAY_MS,
  });
  parts.audit = audit;
  audit.follow(gate, accounts);
  const settings: SettingsDesk = await SettingsDesk.open({
    repository: new SettingRepository(db),
    clock,
    log,
    journalDays: config.journalKeepMs / DAY_MS,
    audit: ({ before, after, requestId, ...change }) =>
      audit.note({
        event: 'setting_value',
        severity: 'INFO',
        payload: { ...change, old: before, new: after, request_id: requestId },
      }),
  });
  const notifier = await buildNotifier({ config, db, vault, link, history, settings, audit, clock, log });
  parts.notifier = notifier;
  const flight = new FlightDesk({ dataDir: config.dataDir, module: flightModule(), clock, log });
  parts.flight = flight;
  link.start();
  const facts = {
    version: VERSION,
    market: config.market,
    execution: config.execution,
    startedMs: clock.nowMs(),
    engineRestarts: () => engineRestarts,
  };
  const { app } = await buildApp({
    commandKeys: new CommandKeyRepository(db),
    link: namingCallers(link),
    audit,
    gate,
    accounts,
    clock,
    facts,
    connections,
    egress: new EgressAddress({ clock, market, fetchText }),
    history,
    notifier,
    settings,
    flight,
    backups: buildBackups({ config, masterKey: masterKey.value, audit, clock, log }),
    diagnostics: buildDiagnostics({
      config,
      db,
      vault,
      masterKey: masterKey.value,
      notify: notifier.settings,
      link,
      facts,
      settings,
      clock,
    }),
    log,
    tls: tls === null ? null : tls.value,
    trustedProxies: config.trustedProxies,
    allowedHosts: ownNames(config),
    webRoot: webRoot(),
    dataDir: config.dataDir,
    metricsToken: config.metricsToken,
    runId: randomUUID().slice(0, 8),
    isDatabaseOpen: () => answers(db),
  });
  parts.app = app;
  const url = await listen(app, config, clock);
  if (url === null) return lifecycle.fail(portTakenLine(config.host, config.port));
  if (start.kind === 'given' && config.gatePassword !== null) await gate.commit(config.gatePassword, false);
  if (start.kind === 'generated') await gate.commit(start.password, true);
  if (start.kind === 'kept' && config.gatePassword !== null)
    log.info('GATE_PASSWORD is only read at the first run; the stored password stays');
  const { version, market: ofMarket, execution } = facts;
  audit.note({ event: 'server_started', severity: 'INFO', payload: { version, market: ofMarket, execution } });
  await notifier.start();
  lifecycle.tell({ kind: 'server-ready', url, generatedPassword: start.kind === 'generated' ? start.password : null });
}

/** Keys of the simulated venues may come before there is anybody to take them. */
class KeyMail {
  private readonly log: Log;
  private waiting: SimulatorKeys | null = null;
  private taker: ((keys: SimulatorKeys) => Promise<void>) | null = null;

  constructor(log: Log) {
    this.log = log;
  }

  put(keys: SimulatorKeys): void {
    this.waiting = keys;
    this.pass();
  }

  deliver(taker: (keys: SimulatorKeys) => Promise<void>): void {
    this.taker = taker;
    this.pass();
  }

  private pass(): void {
    const { taker, waiting, log } = this;
    if (taker === null || waiting === null) return;
    this.waiting = null;
    taker(waiting).catch((e: unknown) => log.error('the keys of the simulator were not saved', { detail: String(e) }));
  }
}

interface ServerParts {
  app: FastifyInstance | null;
  link: LinkClient | null;
  db: Kysely<AppSchema> | null;
  accounts: AccountAccess | null;
  audit: AuditDesk | null;
  connections: ConnectionDesk | null;
  history: TradingHistory | null;
  notifier: Notifier | null;
  flight: FlightDesk | null;
}

async function stopAll(parts: ServerParts): Promise<void> {
  const { app, link, db, accounts, audit, connections, history, notifier, flight } = parts;
  await app?.close();
  await flight?.close();
  await accounts?.close();
  await notifier?.close();
  audit?.note({ event: 'server_stopped', severity: 'INFO', payload: {} });
  await audit?.close();
  connections?.close();
  history?.close();
  link?.close();
  await db?.destroy();
}

/** Listens, waiting a moment for a port that is just being left. Returns the address, null when the port stays taken. */
async function listen(app: FastifyInstance, config: Config, clock: Clock): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await app.listen({ host: config.host, port: config.port });
      const address = app.server.address();
      const port = typeof address === 'object' && address !== null ? address.port : config.port;
      return `${config.tls === null ? 'http' : 'https'}://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND') throw error;
      if (code !== 'EADDRINUSE' || attempt >= PORT_TRIES) return null;
      await new Promise<void>((resolve) => clock.after(PORT_RETRY_MS, resolve));
    }
  }
}

function openHostLine(host: string): string {
  return `HOST: read ${JSON.stringify(host)}, allowed: a loopback address while the gate password is a generated one; set GATE_PASSWORD to open Riptide to others`;
}

/** Returns whether the database answers; a failure is the answer to that question and shown as such. */
function answers(db: Kysely<AppSchema>): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/** The web app's build lies beside the server's, from sources and from the build alike. */
function webRoot(): string {
  return fileURLToPath(new URL('../../../web/dist', import.meta.url));
}

/** The names this server goes by: what is configured, where it listens, and what the machine is called in its own network. */
function ownNames({ allowedHosts, host }: Config): readonly string[] {
  const machine = hostname();
  const short = machine.split('.')[0] ?? machine;
  return [...allowedHosts, host, machine, short, `${short}.local`];
}
