import { fork, type ChildProcess } from 'node:child_process';
import type { DomainError, Result } from '@riptide/core/domain';
import type { TradingCall, TradingCalls } from '@riptide/core/engine';
import type { EngineBooks, EngineStart, FromEngine, ToEngine } from './engine-protocol.ts';

const READY_WITHIN_MS = 90_000;
const ANSWER_WITHIN_MS = 25_000;

/** An engine process as its parent sees it. Every question is answered, or rejected when the process is gone. */
export class EngineHandle {
  readonly ended: Promise<string>;
  isGone = false;
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (e: Error) => void }>();
  private nextId = 1;
  private onReady: () => void = () => undefined;
  private onFailed: (text: string) => void = () => undefined;

  /** `entry` is the file of `engineBundle`. */
  constructor(entry: string, start: EngineStart) {
    this.child = fork(entry, [JSON.stringify(start)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.child.on('message', (message) => this.take(message as FromEngine));
    this.ended = new Promise((resolve) => {
      this.child.on('exit', (code, signal) => {
        this.isGone = true;
        const text = signal ?? `code ${code}`;
        this.onFailed(`ended with ${text}`);
        for (const { reject } of this.waiting.values()) reject(new Error(`the engine ended with ${text}`));
        this.waiting.clear();
        resolve(text);
      });
    });
  }

  /** Resolves when the core has compared its account with the venue. */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the engine was not ready in time')), READY_WITHIN_MS);
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        act();
      };
      this.onReady = () => settle(resolve);
      this.onFailed = (text) => settle(() => reject(new Error(text)));
    });
  }

  call<C extends TradingCall>(
    name: C,
    request: TradingCalls[C]['request'],
  ): Promise<Result<TradingCalls[C]['answer'], DomainError>> {
    return this.ask((id) => ({ kind: 'call', id, name, request })) as Promise<
      Result<TradingCalls[C]['answer'], DomainError>
    >;
  }

  books(): Promise<EngineBooks> {
    return this.ask((id) => ({ kind: 'books', id })) as Promise<EngineBooks>;
  }

  send(message: ToEngine): void {
    if (this.child.connected) this.child.send(message);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    if (!this.isGone) this.kill();
    await this.ended;
  }

  private ask(build: (id: number) => ToEngine): Promise<unknown> {
    if (this.isGone) return Promise.reject(new Error('the engine is gone'));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Error('the engine did not answer'));
      }, ANSWER_WITHIN_MS);
      this.waiting.set(id, {
        resolve: (value) => {
          clearTimeout(timer);
          resolve(value);
        },
        reject: (e) => {
          clearTimeout(timer);
          reject(e);
        },
      });
      this.child.send(build(id));
    });
  }

  private take(message: FromEngine): void {
    if (message.kind === 'ready') this.onReady();
    else if (message.kind === 'failed') this.onFailed(message.text);
    else {
      this.waiting.get(message.id)?.resolve(message.value);
      this.waiting.delete(message.id);
    }
  }
}
