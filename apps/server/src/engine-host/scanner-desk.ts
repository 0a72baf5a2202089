import { ok, type DomainError, type Result } from '@riptide/core/domain';
import type { HotCommand, ScannerView } from '@riptide/core/engine';
import type { Log } from '@riptide/core/kernel';
import type { LinkCommands } from '../link/link-contract.ts';
import type { LinkTarget } from './link-target.ts';
import type { ScannerSession } from './scanner-session.ts';

export interface ScannerDeskDeps {
  readonly log: Log;
  readonly link: LinkTarget;
  readonly session: ScannerSession;
  /** Reaches the hot thread while one runs; a fresh one is told where the session is. */
  command(command: HotCommand): void;
}

/** Starts and stops the scanner for the operator, and tells everybody how it stands. */
export class ScannerDesk {
  private readonly deps: ScannerDeskDeps;

  constructor(deps: ScannerDeskDeps) {
    this.deps = deps;
  }

  async start(
    settings: LinkCommands['start-scanner']['request'],
  ): Promise<Result<LinkCommands['start-scanner']['answer'], DomainError>> {
    const { session, log } = this.deps;
    const wasRunning = await session.start(settings);
    this.deps.command({ kind: 'start-scanner', ...settings });
    log.info('scanner started', {
      minEntryNetBps: settings.minEntryNetBps,
      maxPositionUsd: settings.maxPositionUsd,
      venues: settings.venues.join(','),
      wasRunning,
    });
    this.publish();
    return ok({ wasRunning, scanner: session.toLink() });
  }

  async stop(): Promise<Result<LinkCommands['stop-scanner']['answer'], DomainError>> {
    const { session, log } = this.deps;
    const wasRunning = await session.stop();
    this.deps.command({ kind: 'stop-scanner' });
    log.info('scanner stopped', { wasRunning });
    this.publish();
    return ok({ wasRunning, scanner: session.toLink() });
  }

  observe(view: ScannerView): void {
    this.deps.session.observe(view);
  }

  publish(): void {
    this.deps.link.set('scanner', 'state', this.deps.session.toLink());
  }
}
