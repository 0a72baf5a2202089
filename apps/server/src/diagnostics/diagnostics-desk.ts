import { existsSync, readdirSync, statSync } from 'node:fs';
import { arch, cpus, freemem, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Clock } from '@riptide/core/kernel';
import { textFile, type ArchiveFile } from '../archive/write-tar.ts';
import type { ShownVariable } from '../config/shown-config.ts';
import type { HealthFacts } from '../http/presenters/health.ts';
import { presentHealth } from '../http/presenters/health.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { SettingsDesk } from '../settings/settings-desk.ts';
import { logTails } from './log-tails.ts';
import { redactor } from './redact.ts';

const DATABASES = ['app.db', 'trading.db'] as const;

export interface DiagnosticsDeskOptions {
  readonly dataDir: string;
  readonly config: readonly ShownVariable[];
  readonly facts: HealthFacts;
  readonly link: EngineLink;
  readonly settings: SettingsDesk;
  readonly clock: Clock;
  /** Every secret of the product in plain: none of them gets into a bundle. */
  readonly secrets: () => Promise<readonly string[]>;
}

/** Collects what a report of a fault needs and what may be shown to strangers: every text goes through the redactor. */
export class DiagnosticsDesk {
  private readonly options: DiagnosticsDeskOptions;

  constructor(options: DiagnosticsDeskOptions) {
    this.options = options;
  }

  /** Returns the files of a bundle; `metrics` is what `/metrics` says now. */
  async files(metrics: string): Promise<readonly ArchiveFile[]> {
    const { dataDir, config, facts, link, settings, clock, secrets } = this.options;
    const redact = redactor(await secrets());
    const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
    const texts: (readonly [name: string, text: string])[] = [
      ['about.json', json(about(facts, clock.nowMs()))],
      ['config.json', json(config)],
      ['settings.json', json({ appearance: settings.appearance, retention: settings.retention })],
      ['health.json', json(presentHealth(link, facts, clock.nowMs()))],
      ['feeds.json', json([...link.values('venue').values()].map(({ feed, ...venue }) => ({ ...venue, feed })))],
      ['engine.json', json(Object.fromEntries(link.values('engine')))],
      ['schema.json', json(DATABASES.map((name) => schemaOf(join(dataDir, name), name)))],
      ['files.json', json(sizesOf(dataDir))],
      ['metrics.txt', metrics],
      ...logTails(join(dataDir, 'logs')).map(([name, text]) => [`logs/${name}`, text] as const),
    ];
    const files: ArchiveFile[] = [];
    for (const [name, text] of texts) {
      files.push(textFile(name, redact(text)));
      // Logs may be long: other requests are answered between two of them.
      await setImmediate();
    }
    return files;
  }
}

function about(facts: HealthFacts, nowMs: number) {
  return {
    version: facts.version,
    market: facts.market,
    execution: facts.execution,
    made_at: new Date(nowMs).toISOString(),
    uptime_seconds: (nowMs - facts.startedMs) / 1_000,
    engine_restarts: facts.engineRestarts(),
    node: process.version,
    versions: process.versions,
    system: `${platform()} ${release()} ${arch()}`,
    cpus: cpus().map(({ model }) => model),
    memory: { total: totalmem(), free: freemem(), resident: process.memoryUsage.rss() },
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** What a database was brought to; a file that can't be read says why. */
function schemaOf(path: string, name: string) {
  if (!existsSync(path)) return { name, migrations: null, error: 'missing' };
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true, timeout: 100 });
    try {
      const migrations = db.prepare('select name, timestamp from kysely_migration order by name').all();
      const pages = db.pragma('page_count', { simple: true });
      return { name, migrations, pages, journalMode: db.pragma('journal_mode', { simple: true }), error: null };
    } finally {
      db.close();
    }
  } catch (e) {
    if (!(e instanceof Database.SqliteError)) throw e;
    return { name, migrations: null, error: `${e.code} ${e.message}` };
  }
}

/** Sizes of what lies in the data folder; folders with the number of their files. */
function sizesOf(dataDir: string) {
  return readdirSync(dataDir, { withFileTypes: true }).map((entry) => {
    const path = join(dataDir, entry.name);
    if (entry.isDirectory()) return { name: `${entry.name}/`, files: readdirSync(path).length };
    return { name: entry.name, bytes: statSync(path, { throwIfNoEntry: false })?.size ?? null };
  });
}
