import { z } from 'zod';
import type { DomainError, Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import type { ProposalRepository, StoredProposal } from '../storage/app-db/proposal-repository.ts';
import type { TelegramApi } from './channels/telegram-api.ts';
import { ANSWERS, type AnswerLetter } from './channels/telegram-channel.ts';
import { snoozeName, tokenHash } from './notify-desk.ts';

const CURSOR = 'telegram-updates';
/** Telegram holds a question for that long while there is nothing to tell. */
const WAIT_MS = 25_000;
const PAUSE_FIRST_MS = 2_000;
const PAUSE_MAX_MS = 60_000;
const CALL_TIMEOUT_MS = 5_000;
const SNOOZE_MS = 15 * 60_000;
/** An engine that is being restarted is asked again that often while the proposal holds. */
const ENGINE_WAIT_MS = 500;
/** Who the records name. */
const BY_TELEGRAM = 'telegram';

const Update = z.object({
  update_id: z.number(),
  callback_query: z
    .object({
      id: z.string(),
      data: z.string().optional(),
      from: z.object({ id: z.number() }),
      message: z
        .object({ message_id: z.number(), chat: z.object({ id: z.number(), username: z.string().optional() }) })
        .optional(),
    })
    .optional(),
});
type Callback = NonNullable<z.infer<typeof Update>['callback_query']>;

export interface TelegramAnswersDeps {
  readonly api: TelegramApi;
  readonly repository: NotifyRepository;
  readonly proposals: ProposalRepository;
  readonly link: EngineLink;
  readonly clock: Clock;
  readonly log: Log;
  /** The chat that may answer; null while nobody may. */
  chatId(): string | null;
  /** Notes for the audit what a person did, or tried. */
  readonly audit: (event: string, data: Readonly<Record<string, string | number>>) => void;
}

/**
 * Takes the answers to proposed trades from the one configured chat, by long polling. A token answers once and until the proposal expires; it
 * is used up on disk before anything is sent to the engine, so that no answer trades twice.
 */
export class TelegramAnswers {
  private readonly deps: TelegramAnswersDeps;
  private abort = new AbortController();
  private pauseTimer: TimerHandle | null = null;
  private pauseMs = PAUSE_FIRST_MS;
  private isRunning = false;
  private isClosed = false;
  private loop: Promise<void> = Promise.resolve();
  private fault: string | null = null;

  constructor(deps: TelegramAnswersDeps) {
    this.deps = deps;
  }

  /** Begins to ask, where somebody may answer; call it again when the settings have changed. */
  start(): void {
    if (this.isRunning || this.isClosed || this.deps.chatId() === null || !this.deps.api.hasToken) return;
    this.pauseTimer?.cancel();
    this.isRunning = true;
    this.loop = this.run()
      .catch((e: unknown) => this.pause(String(e)))
      .finally(() => (this.isRunning = false));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.pauseTimer?.cancel();
    this.abort.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { api, repository } = this.deps;
    while (!this.isClosed && this.deps.chatId() !== null) {
      const offset = (await repository.cursor(CURSOR)) ?? 0;
      const fields = { offset, timeout: WAIT_MS / 1_000, allowed_updates: ['callback_query'] };
      const asked = await api.call('getUpdates', fields, { waitMs: WAIT_MS, signal: this.abort.signal });
      if (!asked.ok) return this.pause(asked.error.detail);
      const updates = z.array(Update).max(1_000).safeParse(asked.value);
      if (!updates.success) return this.pause('the answer has another form than expected');
      this.pauseMs = PAUSE_FIRST_MS;
      this.fault = null;
      for (const { update_id, callback_query } of updates.data) {
        if (callback_query !== undefined) await this.answer(callback_query);
        await repository.saveCursor(CURSOR, update_id + 1);
      }
    }
  }

  private pause(detail: string): void {
    if (this.isClosed) return;
    if (detail !== this.fault) this.deps.log.warn('Telegram is not asked for answers now', { detail });
    this.fault = detail;
    this.pauseTimer = this.deps.clock.after(this.pauseMs, () => this.start());
    this.pauseMs = Math.min(PAUSE_MAX_MS, this.pauseMs * 2);
  }

  private async answer(callback: Callback): Promise<void> {
    const { audit, proposals, clock } = this.deps;
    const from = callback.from.id;
    if (!this.isOurChat(callback)) {
      audit('telegram_answer_foreign', { from });
      await this.reply(callback, 'This chat may not answer', false);
      return;
    }
    const [, letter, token] = /^([ads]):([A-Za-z0-9_-]{22})$/.exec(callback.data ?? '') ?? [];
    if (letter === undefined || token === undefined) return this.reply(callback, 'Not understood', false);
    const action = ANSWERS[letter as AnswerLetter];
    const nowMs = clock.nowMs();
    const proposal = await proposals.use(tokenHash(token), action, nowMs);
    if (proposal === null) return this.reply(callback, 'Answered already', false);
    const text =
      nowMs >= proposal.expiresMs ? 'Too late: the proposal has expired' : await this.carryOut(action, proposal);
    audit('telegram_answer', { action, decision: proposal.decisionId, symbol: proposal.symbol, from, result: text });
    await this.reply(callback, text, true);
  }

  private isOurChat({ message }: Callback): boolean {
    const chatId = this.deps.chatId();
    if (message === undefined || chatId === null) return false;
    const { id, username } = message.chat;
    return String(id) === chatId || (username !== undefined && `@${username}`.toLowerCase() === chatId.toLowerCase());
  }

  private async carryOut(
    action: (typeof ANSWERS)[AnswerLetter],
    { decisionId, symbol, expiresMs }: StoredProposal,
  ): Promise<string> {
    const { link, repository, clock } = this.deps;
    if (action === 'snooze') {
      await repository.saveCursor(snoozeName(symbol), clock.nowMs() + SNOOZE_MS);
      return `No proposals of ${symbol} here for 15 min`;
    }
    const name = action === 'approve' ? 'execute-decision' : 'dismiss-decision';
    for (;;) {
      const done = await link.send(name, { decisionId, by: BY_TELEGRAM }, CALL_TIMEOUT_MS);
      if (!isNotThere(done) || this.isClosed || clock.nowMs() >= expiresMs) return answerText(action, symbol, done);
      await this.wait(ENGINE_WAIT_MS);
    }
  }

  private wait(ms: number): Promise<void> {
    const { signal } = this.abort;
    return new Promise((resolve) => {
      const end = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = this.deps.clock.after(ms, end);
      signal.addEventListener('abort', end);
    });
  }

  /** Says at the button, and under the message, what became of it. */
  private async reply({ id, message }: Callback, text: string, isSettled: boolean): Promise<void> {
    const { api, log } = this.deps;
    const calls = [api.call('answerCallbackQuery', { callback_query_id: id, text })];
    if (isSettled && message !== undefined) {
      const of = { chat_id: message.chat.id, message_id: message.message_id };
      calls.push(api.call('editMessageReplyMarkup', { ...of, reply_markup: { inline_keyboard: [] } }));
      calls.push(api.call('sendMessage', { chat_id: message.chat.id, text, reply_to_message_id: message.message_id }));
    }
    for (const answered of await Promise.all(calls))
      if (!answered.ok) log.warn('Telegram did not take a reply', { detail: answered.error.detail });
  }
}

/** The engine has certainly not got it: asking again trades nothing twice. */
function isNotThere(done: Result<unknown, DomainError>): boolean {
  return !done.ok && done.error.code === 'ENGINE_NOT_READY' && done.error.outcome !== 'unknown';
}

function answerText(action: 'approve' | 'deny', symbol: string, done: Result<unknown, DomainError>): string {
  if (done.ok) return action === 'approve' ? `Approved: ${symbol} is being traded` : `Denied: ${symbol}`;
  if (done.error.outcome === 'unknown') return 'The engine did not answer: look at the product for what became of it';
  switch (done.error.code) {
    case 'PREVIEW_EXPIRED':
      return 'Too late: the proposal has expired';
    case 'ORDER_NOT_FOUND':
    case 'ORDER_FINAL':
      return 'It is no proposal any more';
    case 'ENGINE_NOT_READY':
      return 'Not done: the engine is not answering';
    default:
      return `Not done: ${done.error.code}`;
  }
}
