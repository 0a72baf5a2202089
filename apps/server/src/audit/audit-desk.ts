import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { AccountAccess } from '../access/accounts/account-access.ts';
import type { GateEvent, GateKeeper } from '../access/gate-keeper.ts';
import type { AccessEvent } from '../storage/app-db/access-repository.ts';
import type { AppSchema } from '../storage/app-db/app-schema.ts';
import { AuditLog, type AuditEntry } from './audit-log.ts';
import { AuditReader } from './audit-reader.ts';

const PRUNE_PERIOD_MS = 60_000;

export interface AuditDeskParts {
  readonly db: Kysely<AppSchema>;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long rows of the server stay; null: not known now, and none goes. */
  readonly keptMs: () => number | null;
}

/** The audit as the server has it: its own rows to write, and the rows of both sides to read. */
export class AuditDesk {
  readonly log: AuditLog;
  readonly reader: AuditReader;
  private readonly parts: AuditDeskParts;
  private readonly timer: TimerHandle;
  private unsubscribe: readonly (() => void)[] = [];
  private pruning: Promise<void> = Promise.resolve();

  constructor(parts: AuditDeskParts) {
    const { db, dataDir, clock, log } = parts;
    this.parts = parts;
    this.log = new AuditLog({ db, clock, log });
    const appPath = join(dataDir, 'app.db');
    this.reader = new AuditReader({ appPath, tradingPath: join(dataDir, 'trading.db'), log });
    this.timer = clock.every(PRUNE_PERIOD_MS, () => void (this.pruning = this.prune()));
  }

  /** Keeps everything that happens at the gate and to accounts. */
  follow(gate: Pick<GateKeeper, 'onEvent'>, accounts: Pick<AccountAccess, 'onEvent'>): void {
    this.unsubscribe = [
      gate.onEvent((event) => this.note(gateEntry(event))),
      accounts.onEvent((event) => this.note(accessEntry(event))),
    ];
  }

  /** Writes a row when there is time; whoever answers for it waits for `log.settled`. */
  note(entry: AuditEntry): void {
    void this.log.append(entry);
  }

  async close(): Promise<void> {
    this.timer.cancel();
    for (const end of this.unsubscribe) end();
    await this.pruning;
    await this.log.settled();
    this.reader.close();
  }

  private async prune(): Promise<void> {
    const { keptMs, clock, log } = this.parts;
    const kept = keptMs();
    if (kept === null) return;
    try {
      const rows = await this.log.prune(clock.nowMs() - kept);
      if (rows > 0) log.info('old audit rows of the server taken away', { rows });
    } catch (e) {
      log.error('old audit rows could not be taken away', { detail: e instanceof Error ? e.message : String(e) });
    }
  }
}

const LOUD_KINDS: ReadonlySet<string> = new Set(['wrong-password', 'too-many-tries', 'password-changed']);

function gateEntry({ kind, atMs, ...about }: GateEvent): AuditEntry {
  const severity = LOUD_KINDS.has(kind) ? 'WARN' : 'INFO';
  return { event: `gate_${kind.replaceAll('-', '_')}`, severity, atMs, payload: { ...about } };
}

function accessEntry({ kind, atMs, ...about }: AccessEvent): AuditEntry {
  return { event: `account_${kind.replaceAll('-', '_')}`, severity: 'INFO', atMs, payload: { ...about } };
}
