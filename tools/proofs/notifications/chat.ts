import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CHAT = -1001234;

export interface ChatMessage {
  readonly atMs: number;
  readonly text: string;
  /** What the buttons send back: approve, deny, snooze; empty without. */
  readonly buttons: readonly string[];
}

export interface HookMessage {
  readonly atMs: number;
  readonly key: string;
  readonly severity: string;
  readonly title: string;
  readonly body: string;
}

/** One server on loopback that plays Telegram (with a person who presses buttons) and the receiver of a webhook. */
export class Chat {
  readonly messages: ChatMessage[] = [];
  readonly hooks: HookMessage[] = [];
  /** What was said at the buttons, in order. */
  readonly replies: string[] = [];
  private readonly updates: { readonly update_id: number; readonly callback_query: unknown }[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async open(): Promise<Chat> {
    const chat = new Chat();
    await new Promise<void>((resolve) => chat.server.listen(0, '127.0.0.1', resolve));
    return chat;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  press(data: string, chatId = CHAT): void {
    const id = this.updates.length + 1;
    const message = { message_id: id, chat: { id: chatId } };
    this.updates.push({ update_id: id, callback_query: { id: `q${id}`, data, from: { id: 42 }, message } });
    for (const wake of this.waiting) wake();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    const method = (request.url ?? '').split('/').at(-1) ?? '';
    let result: unknown = {};
    if (method === 'getUpdates') result = await this.news(Number(fields['offset']), response);
    else if (method === 'hook') this.hook(request, fields);
    else if (method === 'answerCallbackQuery') this.replies.push(String(fields['text']));
    else if (method === 'sendMessage') this.message(fields);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result }));
  }

  private hook(request: IncomingMessage, fields: Record<string, unknown>): void {
    const { severity, title, body } = fields;
    const key = String(request.headers['idempotency-key']);
    this.hooks.push({ atMs: Date.now(), key, severity: String(severity), title: String(title), body: String(body) });
  }

  private message(fields: Record<string, unknown>): void {
    const markup = fields['reply_markup'] as { inline_keyboard?: { callback_data: string }[][] } | undefined;
    const buttons = markup?.inline_keyboard?.[0]?.map(({ callback_data }) => callback_data) ?? [];
    this.messages.push({ atMs: Date.now(), text: String(fields['text']), buttons });
  }

  private async news(offset: number, response: ServerResponse): Promise<readonly unknown[]> {
    const found = () => this.updates.filter(({ update_id }) => update_id >= offset);
    if (found().length === 0)
      await new Promise<void>((resolve) => {
        const end = (): void => {
          this.waiting.delete(end);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(end, 25_000);
        this.waiting.add(end);
        response.once('close', end);
      });
    return found();
  }
}
