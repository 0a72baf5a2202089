import type { DomainError, Result } from '@riptide/core/domain';
import type { LinkCommand, LinkCommands, LinkEntry, LinkTopic, LinkTopics } from './link-contract.ts';

/** What changed in the server's copy. A reset means that everything may have changed. */
export type LinkChange =
  { readonly kind: 'reset' } | { readonly kind: 'entries'; readonly entries: readonly LinkEntry[] };

/** The server's view of the engine: a copy of its state, and commands to it. The port everything in http/ stands on. */
export interface EngineLink {
  /** False while the engine can't be heard; the copy is then what was last known. */
  readonly isConnected: boolean;
  /** Engine's send to our receive of the newest update, in ms; null before the first. */
  readonly lagMs: number | null;
  /** When the engine was last heard, epoch ms; null before the first time. */
  readonly lastHeardMs: number | null;
  /** Connections made so far. */
  readonly connections: number;
  values<T extends LinkTopic>(topic: T): ReadonlyMap<string, LinkTopics[T]>;
  /** Calls back after every change of the copy and after every change of `isConnected`. Returns how to stop it. */
  onChange(listener: (change: LinkChange) => void): () => void;
  /**
   * Sends a command and waits for its answer.
   *
   * @errors ENGINE_NOT_READY when the engine can't be reached, ENGINE_BUSY when it does not answer within `timeoutMs`
   * or too many commands are open; otherwise what the engine answered.
   */
  send<C extends LinkCommand>(
    name: C,
    request: LinkCommands[C]['request'],
    timeoutMs: number,
  ): Promise<Result<LinkCommands[C]['answer'], DomainError>>;
}
