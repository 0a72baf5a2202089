import { err, ok, type Result } from '@riptide/core/domain';
import { answerFault, wayFault } from './answer-fault.ts';
import { headline, type Channel, type Message, type SendFault } from './channel.ts';
import { httpPost } from './http-post.ts';

const TIMEOUT_MS = 10_000;
const VERSION = 'v23.0';
/** Of a text message, and of a parameter of a template. */
const TEXT_CHARACTERS_MAX = 3_500;
const PARAMETER_CHARACTERS_MAX = 900;

export interface WhatsappSettings {
  readonly to: string;
  readonly phoneId: string;
  readonly token: string | null;
  /** Empty: plain text. */
  readonly template: string;
  readonly templateLanguage: string;
}

/** Messages of the WhatsApp Cloud API of Meta to one telephone. Source: developers.facebook.com/docs/whatsapp/cloud-api. */
export class WhatsappChannel implements Channel {
  readonly name = 'whatsapp';
  private readonly baseUrl: string;
  private readonly settings: () => WhatsappSettings;

  constructor(baseUrl: string, settings: () => WhatsappSettings) {
    this.baseUrl = baseUrl;
    this.settings = settings;
  }

  needs(): string | null {
    const { to, phoneId, token } = this.settings();
    if (token === null) return 'Needs the field Access token, or WHATSAPP_TOKEN on the server';
    if (phoneId === '') return 'Needs the field Phone number id, or WHATSAPP_PHONE_ID on the server';
    return to === '' ? 'Needs a telephone number' : null;
  }

  async send(message: Message): Promise<Result<string, SendFault>> {
    const settings = this.settings();
    const { phoneId, token } = settings;
    if (token === null) return err({ ...wayFault('not set up'), isFinal: true });
    const sent = await httpPost({
      url: new URL(`/${VERSION}/${phoneId}/messages`, this.baseUrl),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(whatsappBody(message, settings)),
      timeoutMs: TIMEOUT_MS,
    });
    if (!sent.ok) return err(wayFault(sent.error));
    if (sent.value.status === 200) return ok('taken by Meta');
    return err(answerFault(sent.value, saidBy(sent.value.text)?.replaceAll(token, '…') ?? null));
  }
}

function whatsappBody(message: Message, { to, template, templateLanguage }: WhatsappSettings): object {
  const common = { messaging_product: 'whatsapp', recipient_type: 'individual', to: to.replace(/^\+/, '') };
  if (template === '') {
    const body = `${headline(message)}\n${message.body}`.slice(0, TEXT_CHARACTERS_MAX);
    return { ...common, type: 'text', text: { preview_url: false, body } };
  }
  const parameters = [headline(message), message.body].map((text) => ({
    type: 'text',
    // A parameter with a line break or four spaces in a row is refused.
    text: text.replace(/\s+/g, ' ').slice(0, PARAMETER_CHARACTERS_MAX),
  }));
  return {
    ...common,
    type: 'template',
    template: {
      name: template,
      language: { code: templateLanguage === '' ? 'en_US' : templateLanguage },
      components: [{ type: 'body', parameters }],
    },
  };
}

function saidBy(text: string): string | null {
  try {
    const answer = JSON.parse(text) as {
      readonly error?: { readonly message?: unknown; readonly code?: unknown };
    } | null;
    const message = answer?.error?.message;
    return typeof message === 'string' ? `${message} (${String(answer?.error?.code ?? '')})` : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
