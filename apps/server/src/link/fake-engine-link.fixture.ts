import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { EngineLink, LinkChange } from './engine-link.ts';
import type { LinkCommand, LinkCommands, LinkEntry, LinkTopic, LinkTopics } from './link-contract.ts';

/** An engine for tests: its state is set by hand, commands are kept and answered by `answer`. */
export class FakeEngineLink implements EngineLink {
  isConnected = true;
  lagMs: number | null = 1;
  lastHeardMs: number | null = null;
  connections = 1;
  readonly sent: { readonly name: LinkCommand; readonly request: unknown }[] = [];
  answer: (name: LinkCommand, request: unknown) => Result<unknown, DomainError> = (name) =>
    ok(name === 'arb-checks' ? { rows: [] } : {});
  private readonly state = new Map<LinkTopic, Map<string, unknown>>();
  private readonly listeners = new Set<(change: LinkChange) => void>();

  values<T extends LinkTopic>(topic: T): ReadonlyMap<string, LinkTopics[T]> {
    return this.valuesOf(topic) as Map<string, LinkTopics[T]>;
  }

  onChange(listener: (change: LinkChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  send<C extends LinkCommand>(
    name: C,
    request: LinkCommands[C]['request'],
  ): Promise<Result<LinkCommands[C]['answer'], DomainError>> {
    if (!this.isConnected)
      return Promise.resolve(err(domainError('ENGINE_NOT_READY', `command=${name}`, { outcome: 'not-sent' })));
    this.sent.push({ name, request });
    return Promise.resolve(this.answer(name, request) as Result<LinkCommands[C]['answer'], DomainError>);
  }

  /** Sets values (null removes) and tells the listeners, as one update of the engine does. */
  update(...entries: LinkEntry[]): void {
    for (const [topic, key, value] of entries) {
      if (value === null) this.valuesOf(topic).delete(key);
      else this.valuesOf(topic).set(key, value);
    }
    for (const listener of this.listeners) listener({ kind: 'entries', entries });
  }

  setConnected(isConnected: boolean): void {
    this.isConnected = isConnected;
    for (const listener of this.listeners) listener({ kind: 'reset' });
  }

  private valuesOf(topic: LinkTopic): Map<string, unknown> {
    let values = this.state.get(topic);
    if (values === undefined) this.state.set(topic, (values = new Map()));
    return values;
  }
}
