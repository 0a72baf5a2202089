import type { Venue } from '@riptide/core/domain';
import type { HotCommand, ScannerView } from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import type { LinkScanner } from '../link/link-contract.ts';
import type { ArbitrageSessionRow } from '../storage/trading-db/arbitrage-session-repository.ts';

export interface SessionStore {
  save(session: ArbitrageSessionRow): Promise<void>;
}

export interface ScannerSettings {
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
  readonly venues: readonly Venue[];
}

/** The scanner session: what the operator asked for, kept on disk, so that a restarted engine goes on where it was. */
export class ScannerSession {
  private readonly store: SessionStore;
  private readonly clock: Clock;
  private readonly log: Log;
  private row: ArbitrageSessionRow;
  private view: ScannerView | null = null;
  private lastFound = 0;

  constructor(row: ArbitrageSessionRow, store: SessionStore, clock: Clock, log: Log) {
    this.row = row;
    this.store = store;
    this.clock = clock;
    this.log = log;
  }

  /** The command that brings a fresh hot thread to where the session is; null when the scanner is stopped. */
  resumeCommand(): HotCommand | null {
    this.lastFound = 0;
    if (!this.row.isActive) return null;
    return {
      kind: 'start-scanner',
      minEntryNetBps: this.row.minSpreadBps,
      maxPositionUsd: this.row.maxPositionUsd,
      venues: this.row.venues,
    };
  }

  /** Starts or changes the session. It is on disk when the promise resolves. Returns whether it ran before. */
  async start(settings: ScannerSettings): Promise<boolean> {
    const wasRunning = this.row.isActive;
    const startedMs = wasRunning ? this.row.startedMs : this.clock.nowMs();
    this.row = {
      ...this.row,
      venues: settings.venues,
      minSpreadBps: settings.minEntryNetBps,
      maxPositionUsd: settings.maxPositionUsd,
      isActive: true,
      startedMs,
      stoppedMs: null,
    };
    await this.save();
    return wasRunning;
  }

  async stop(): Promise<boolean> {
    const wasRunning = this.row.isActive;
    if (!wasRunning) return false;
    this.row = { ...this.row, isActive: false, stoppedMs: this.clock.nowMs() };
    await this.save();
    return true;
  }

  /** Takes what the scanner says about itself; counts what it found since the last time. */
  observe(view: ScannerView): void {
    this.view = view;
    // A lower count than before means that the scanner was started anew.
    const found = view.found >= this.lastFound ? view.found - this.lastFound : view.found;
    this.lastFound = view.found;
    if (found === 0) return;
    this.row = { ...this.row, foundTotal: this.row.foundTotal + found };
    // WHY: at once, before anybody is told: a count that was shown must not fall when the engine dies.
    this.save().catch((error: unknown) => this.log.error('scanner session not saved', { error: String(error) }));
  }

  async save(): Promise<void> {
    await this.store.save(this.row);
  }

  toLink(): LinkScanner {
    const { row, view } = this;
    return {
      isScanning: row.isActive,
      venues: row.venues,
      minEntryNetBps: row.minSpreadBps,
      maxPositionUsd: row.maxPositionUsd,
      pairs: view?.isScanning === true ? view.pairs : 0,
      bestEntryNetBps: view?.isScanning === true ? finiteOrNull(view.bestEntryNetBps) : null,
      bestGrossBps: view?.isScanning === true ? finiteOrNull(view.bestGrossBps) : null,
      foundTotal: row.foundTotal,
      sessionName: row.name,
      startedMs: row.startedMs,
      stoppedMs: row.stoppedMs,
    };
  }
}

function finiteOrNull(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : value;
}
