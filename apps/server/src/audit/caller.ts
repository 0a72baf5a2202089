import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineLink } from '../link/engine-link.ts';

/** Who gives a command, and with which request. */
export interface Caller {
  /** Short id of the gate session; null without. */
  readonly session: string | null;
  /** The account's email; null without. */
  readonly account: string | null;
  readonly requestId: string;
}

/** The caller of the request that is being answered. */
export const CALLER = new AsyncLocalStorage<Caller>();

/** Returns a caller as records of the engine name one, e.g. `operator session=1a2b3c4d request=…`. */
function callerText(by: string, { session, account, requestId }: Caller): string {
  const who = account === null ? `session=${session ?? 'none'}` : `account=${account} session=${session ?? 'none'}`;
  return `${by} ${who} request=${requestId}`;
}

/** Returns a text of the records for a person: who gave the command stays, ids of session and request stay in the audit log. */
export function withoutCallerIds(text: string): string {
  return text.replace(/ (?:account|session|request)=\S+/gu, '');
}

/**
 * Returns the link with the caller's name put into every command that says `by` whom it was given, so that the records of the engine
 * name who gave it and the request that the server's own row of the command has.
 */
export function namingCallers(link: EngineLink): EngineLink {
  const send: EngineLink['send'] = (name, request, timeoutMs) => {
    const caller = CALLER.getStore();
    const by = typeof request === 'object' && request !== null && 'by' in request ? request.by : undefined;
    if (caller === undefined || typeof by !== 'string') return link.send(name, request, timeoutMs);
    return link.send(name, { ...(request as object), by: callerText(by, caller) }, timeoutMs);
  };
  return {
    get isConnected() {
      return link.isConnected;
    },
    get lagMs() {
      return link.lagMs;
    },
    get lastHeardMs() {
      return link.lastHeardMs;
    },
    get connections() {
      return link.connections;
    },
    values: (topic) => link.values(topic),
    onChange: (listener) => link.onChange(listener),
    send,
  };
}
