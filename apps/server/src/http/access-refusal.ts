import type { AccessRefusal } from '../access/accounts/access-refusal.ts';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';

/** Returns what the API answers when access was not given. */
export function accessRefusal(refusal: AccessRefusal): ApiRefusal {
  switch (refusal.kind) {
    case 'wrong-login':
      return apiRefusal('invalid_credentials');
    case 'two-factor-required':
      return apiRefusal('two_factor_required');
    case 'wrong-code':
      return apiRefusal('invalid_code');
    case 'wrong-token':
      return apiRefusal('invalid_token', {
        text: 'This reset token is not valid any more. Please ask for another one.',
      });
    case 'state':
      return apiRefusal('conflict', { text: refusal.text });
    case 'locked':
      return apiRefusal('account_locked', { retryAfterMs: refusal.retryAfterMs });
    case 'too-many-tries':
      return apiRefusal('too_many_tries', { retryAfterMs: refusal.retryAfterMs });
  }
}
