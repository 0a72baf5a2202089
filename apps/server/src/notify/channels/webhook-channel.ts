import { createHmac } from 'node:crypto';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import { answerFault, wayFault } from './answer-fault.ts';
import type { Channel, Message, SendFault } from './channel.ts';
import { httpPost } from './http-post.ts';
import { outsideLookup, refusedAddress, type LookupAll } from './outside-address.ts';

const TIMEOUT_MS = 10_000;

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string | null;
  readonly allowPrivate: boolean;
}

export interface WebhookDeps {
  readonly clock: Clock;
  readonly lookupAll: LookupAll;
  settings(): WebhookSettings;
}

/**
 * Sends JSON to an address of the operator. `x-riptide-signature` is `v1=` and the HMAC-SHA256 of `<timestamp>.<body>` with the shared
 * secret, in hexadecimal; `x-riptide-timestamp` is epoch seconds; `idempotency-key` is the same at every try.
 */
export class WebhookChannel implements Channel {
  readonly name = 'webhook';
  private readonly deps: WebhookDeps;

  constructor(deps: WebhookDeps) {
    this.deps = deps;
  }

  needs(): string | null {
    const { url, secret } = this.deps.settings();
    if (url === '') return 'Needs an address';
    return secret === null ? 'Needs a signing secret' : null;
  }

  async send(message: Message): Promise<Result<string, SendFault>> {
    const { url: text, secret, allowPrivate } = this.deps.settings();
    if (secret === null || !URL.canParse(text)) return err({ ...wayFault('not set up'), isFinal: true });
    const url = new URL(text);
    const refusal = allowPrivate ? null : refusedAddress(url);
    if (refusal !== null) return err({ ...wayFault(refusal), isFinal: true });
    const body = webhookBody(message);
    const timestamp = String(Math.floor(this.deps.clock.nowMs() / 1_000));
    const sent = await httpPost({
      url,
      timeoutMs: TIMEOUT_MS,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Riptide',
        'idempotency-key': message.idemKey,
        'x-riptide-timestamp': timestamp,
        'x-riptide-signature': webhookSignature(secret, timestamp, body),
      },
      ...(allowPrivate ? {} : { lookup: outsideLookup(this.deps.lookupAll) }),
    });
    if (!sent.ok) return err(wayFault(sent.error));
    const { status } = sent.value;
    if (status >= 200 && status < 300) return ok(`answered ${status}`);
    if (status >= 300 && status < 400) return err(answerFault(sent.value, 'redirects are not followed'));
    return err(answerFault(sent.value, null));
  }
}

/** Returns the signature of a body, as a receiver checks it. */
export function webhookSignature(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

function webhookBody({ idemKey, event, severity, title, body, symbol, atMs }: Message): string {
  return JSON.stringify({ id: idemKey, ts: atMs / 1_000, event, severity, title, body, symbol });
}
