import { ORACULIS_FEATURES, parsePolicy } from '@riptide/core/strategies';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';

/** Returns the refusal of a policy that Oraculis could not take, with a text per field; null when it could. */
export function policyRefusal(policy: unknown): ApiRefusal | null {
  const parsed = parsePolicy(policy, ORACULIS_FEATURES);
  if (parsed.ok) return null;
  const fields = parsed.fields.map(({ field, text }) => [field === '' ? 'policy' : `policy.${field}`, text] as const);
  return apiRefusal('invalid_input', { text: 'This is no policy of Oraculis', fields: Object.fromEntries(fields) });
}
