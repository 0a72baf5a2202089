/** Why access was not given. */
export type AccessRefusal =
  | { readonly kind: 'wrong-login' }
  | { readonly kind: 'two-factor-required' }
  | { readonly kind: 'wrong-code' }
  | { readonly kind: 'wrong-token' }
  | { readonly kind: 'state'; readonly text: string }
  | { readonly kind: 'locked' | 'too-many-tries'; readonly retryAfterMs: number };

export const BUSY: AccessRefusal = { kind: 'too-many-tries', retryAfterMs: 2_000 };
