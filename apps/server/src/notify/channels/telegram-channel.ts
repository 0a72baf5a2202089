import { ok, type Result } from '@riptide/core/domain';
import { headline, type Channel, type Message, type SendFault } from './channel.ts';
import type { TelegramApi } from './telegram-api.ts';

/** Telegram takes 4,096 characters. */
const TEXT_CHARACTERS_MAX = 3_500;

/** What a button sends back: a letter and the token, within Telegram's 64 bytes. */
export const ANSWERS = { a: 'approve', d: 'deny', s: 'snooze' } as const;
export type AnswerLetter = keyof typeof ANSWERS;

const BUTTONS: readonly (readonly [AnswerLetter, string])[] = [
  ['a', 'Approve'],
  ['d', 'Deny'],
  ['s', 'Snooze 15 min'],
];

/** Messages of a bot to one chat. */
export class TelegramChannel implements Channel {
  readonly name = 'telegram';
  private readonly api: TelegramApi;
  private readonly chatId: () => string;

  constructor(api: TelegramApi, chatId: () => string) {
    this.api = api;
    this.chatId = chatId;
  }

  needs(): string | null {
    if (!this.api.hasToken) return 'Needs the field Bot token, or TELEGRAM_BOT_TOKEN on the server';
    return this.chatId() === '' ? 'Needs a chat id' : null;
  }

  async send(message: Message): Promise<Result<string, SendFault>> {
    const { answerToken } = message;
    const sent = await this.api.call('sendMessage', {
      chat_id: this.chatId(),
      text: `${headline(message)}\n${message.body}`.slice(0, TEXT_CHARACTERS_MAX),
      disable_notification: message.severity === 'DEBUG',
      ...(answerToken === null ? {} : { reply_markup: { inline_keyboard: [buttons(answerToken)] } }),
    });
    return sent.ok ? ok('taken by Telegram') : sent;
  }
}

function buttons(token: string): readonly { readonly text: string; readonly callback_data: string }[] {
  return BUTTONS.map(([letter, text]) => ({ text, callback_data: `${letter}:${token}` }));
}
