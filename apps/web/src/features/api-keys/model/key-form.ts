import { putConnection, type VenueName } from '@riptide/contracts';

export interface KeyForm {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly passphrase: string;
  readonly spot: boolean;
  readonly futures: boolean;
}

export type KeyFormErrors = Readonly<Record<'apiKey' | 'apiSecret' | 'passphrase' | 'scopes', string | null>>;

export const EMPTY_KEY_FORM: KeyForm = { apiKey: '', apiSecret: '', passphrase: '', spot: true, futures: true };

/** Which venues issue a passphrase, and what its field is labelled. */
export const PASSPHRASE: Readonly<Partial<Record<VenueName, 'Required' | 'Optional'>>> = {
  OKX: 'Required',
  KUCOIN: 'Optional',
};

interface KeyParts {
  readonly exchange: VenueName;
  readonly api_key: string;
  readonly api_secret: string;
  readonly passphrase?: string;
}

/** Reads the form by the contract's bounds: what to send, trimmed, or a text per field that was filled wrongly. An empty field only keeps Save off. */
export function readKeyForm(
  venue: VenueName,
  form: KeyForm,
): { readonly parts: KeyParts | null; readonly errors: KeyFormErrors } {
  const passphrase = form.passphrase.trim();
  const parts: KeyParts = {
    exchange: venue,
    api_key: form.apiKey.trim(),
    api_secret: form.apiSecret.trim(),
    ...(PASSPHRASE[venue] !== undefined && passphrase !== '' ? { passphrase } : {}),
  };
  const issues = putConnection.body.safeParse(parts).error?.issues ?? [];
  const of = (field: string): string | null => issues.find((issue) => issue.path[0] === field)?.message ?? null;
  const errors: KeyFormErrors = {
    apiKey: form.apiKey.trim() === '' ? null : of('api_key'),
    apiSecret: form.apiSecret.trim() === '' ? null : of('api_secret'),
    passphrase: of('passphrase'),
    scopes: form.spot || form.futures ? null : 'Choose spot, futures or both',
  };
  const isComplete = issues.length === 0 && (PASSPHRASE[venue] !== 'Required' || passphrase !== '');
  return { parts: isComplete && errors.scopes === null ? parts : null, errors };
}
