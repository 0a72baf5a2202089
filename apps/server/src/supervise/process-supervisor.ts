import type { Clock, Log } from '@riptide/core/kernel';
import type { ChildMessage, ChildName, SimulatorKeys, SimulatorUrls } from './child-messages.ts';
import { GoneWatch } from './gone-watch.ts';
import { ManagedChild, type ChildSpec } from './managed-child.ts';

/** A child that has not ended by then is killed, so that everything is gone within 2 s. */
const KILL_AFTER_MS = 1_500;

/** What is told once everything runs. */
export interface ReadyFacts {
  readonly url: string;
  /** The gate password when one was just made, else null. */
  readonly generatedPassword: string | null;
  /** The simulator's control API; null where there is none. */
  readonly simulatorControlUrl: string | null;
}

export interface SupervisorDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Called once, when every child has reported that it is ready. */
  onReady(facts: ReadyFacts): void;
  /** Called when a child says that it can't run; the caller stops everything. */
  onFatal(line: string): void;
}

/** Starts the children, restarts what dies, tells each what it has to know of the others. Owns no other state. */
export class ProcessSupervisor {
  private readonly deps: SupervisorDeps;
  private readonly children = new Map<ChildName, ManagedChild>();
  private readonly ready = new Set<ChildName>();
  /** Those that have reported since their last start. */
  private readonly up = new Set<ChildName>();
  private readonly goneWatch: GoneWatch;
  private simulatorUrls: SimulatorUrls | null = null;
  private simulatorKeys: SimulatorKeys | null = null;
  private controlUrl: string | null = null;
  private facts: Omit<ReadyFacts, 'simulatorControlUrl'> | null = null;
  private hasAnnounced = false;

  constructor(specs: readonly ChildSpec[], deps: SupervisorDeps) {
    this.deps = deps;
    this.goneWatch = new GoneWatch({
      clock: deps.clock,
      log: deps.log,
      isGone: (name) => !this.up.has(name) || this.pidOf(name) === null,
    });
    for (const spec of specs) {
      const child = new ManagedChild(spec, {
        clock: deps.clock,
        log: deps.log,
        onStarted: (name) => this.brief(name),
        onMessage: (name, message) => this.handleMessage(name, message),
      });
      this.children.set(spec.name, child);
    }
  }

  start(): void {
    for (const child of this.children.values()) child.start();
  }

  /** Returns the process id of a running child, null while it is down. */
  pidOf(name: ChildName): number | null {
    return this.children.get(name)?.pid ?? null;
  }

  /** The addresses the simulator reported; a restarted simulator has to come back on them. */
  get simulatorAddresses(): SimulatorUrls | null {
    return this.simulatorUrls;
  }

  /** The address the simulator's control API reported; a restarted one has to come back on it. */
  get simulatorControlUrl(): string | null {
    return this.controlUrl;
  }

  /** True while engine and server are both gone for longer than a restart takes. */
  get isAllGone(): boolean {
    return this.goneWatch.isAllGone;
  }

  /** Ends every child and resolves when all are gone, at the latest shortly after `KILL_AFTER_MS`. */
  async stop(): Promise<void> {
    this.goneWatch.close();
    await Promise.all([...this.children.values()].map((child) => child.stop(KILL_AFTER_MS)));
  }

  /** Kills every child at once. For the last moment of the process, where nothing can be awaited. */
  killAll(): void {
    for (const child of this.children.values()) child.kill();
  }

  private brief(name: ChildName): void {
    this.up.delete(name);
    const child = this.children.get(name);
    if (child === undefined) return;
    if (name === 'engine') {
      if (this.simulatorUrls !== null) child.send({ kind: 'simulator-urls', baseUrls: this.simulatorUrls });
      this.children.get('server')?.send({ kind: 'engine-restarts', count: child.restarts });
    }
    if (name === 'server') {
      child.send({ kind: 'engine-restarts', count: this.children.get('engine')?.restarts ?? 0 });
      if (this.simulatorKeys !== null) child.send({ kind: 'simulator-keys', keys: this.simulatorKeys });
    }
  }

  private handleMessage(name: ChildName, message: ChildMessage): void {
    switch (message.kind) {
      case 'simulator-ready':
        this.simulatorUrls = message.baseUrls;
        this.simulatorKeys = message.keys;
        this.children.get('engine')?.send({ kind: 'simulator-urls', baseUrls: message.baseUrls });
        if (message.keys !== null) this.children.get('server')?.send({ kind: 'simulator-keys', keys: message.keys });
        break;
      case 'simulator-control':
        this.controlUrl = message.url;
        return;
      case 'engine-ready':
        break;
      case 'server-ready':
        this.facts = {
          url: message.url,
          generatedPassword: message.generatedPassword ?? this.facts?.generatedPassword ?? null,
        };
        break;
      case 'fatal':
        this.deps.onFatal(message.line);
        return;
    }
    this.ready.add(name);
    this.up.add(name);
    this.announceOnce();
  }

  private announceOnce(): void {
    if (this.hasAnnounced || this.facts === null || this.ready.size < this.children.size) return;
    this.hasAnnounced = true;
    this.deps.onReady({ ...this.facts, simulatorControlUrl: this.controlUrl });
  }
}
