import type { SimAccountListener } from './model.ts';

type EventName = keyof SimAccountListener;

/** Passes what happens to everybody who listens, in the order of their subscription. */
export class AccountEvents {
  private readonly listeners = new Set<SimAccountListener>();

  subscribe(listener: SimAccountListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  tell<E extends EventName>(event: E, ...args: Parameters<SimAccountListener[E]>): void {
    for (const listener of this.listeners) {
      const handler = listener[event] as (...given: Parameters<SimAccountListener[E]>) => void;
      handler.apply(listener, args);
    }
  }
}
