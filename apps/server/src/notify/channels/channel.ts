import type { NotifyChannel, SeverityName } from '@riptide/contracts';
import type { Result } from '@riptide/core/domain';

/** What a channel sends. */
export interface Message {
  readonly event: string;
  readonly severity: SeverityName;
  readonly title: string;
  readonly body: string;
  readonly symbol: string | null;
  readonly atMs: number;
  /** The same at every try of the same message. */
  readonly idemKey: string;
  /** Token of the answers to a proposed trade; null without. */
  readonly answerToken: string | null;
}

/** Why a message did not go out. `detail` is for a person and holds no secret. */
export interface SendFault {
  /** True when trying again can't help. */
  readonly isFinal: boolean;
  readonly detail: string;
  /** How long the receiver asked to wait; null when it did not. */
  readonly retryAfterMs: number | null;
}

/** One way out. Each send ends within some seconds. */
export interface Channel {
  readonly name: Exclude<NotifyChannel, 'console'>;
  /** What is missing before it can send, in words; null when nothing is. */
  needs(): string | null;
  send(message: Message): Promise<Result<string, SendFault>>;
}

const MARKS: Readonly<Record<SeverityName, string>> = {
  DEBUG: '·',
  INFO: 'ℹ️',
  WARN: '⚠️',
  ERROR: '❗',
  CRITICAL: '🚨',
};

/** Returns the subject of an e-mail. */
export function subjectOf({ severity, title }: Pick<Message, 'severity' | 'title'>): string {
  return `[${severity}] ${title}`;
}

/** Returns the title as a person reads it on a telephone. */
export function headline({ severity, title }: Pick<Message, 'severity' | 'title'>): string {
  return `${MARKS[severity]} ${severity === 'CRITICAL' ? `CRITICAL: ${title}` : title}`;
}
