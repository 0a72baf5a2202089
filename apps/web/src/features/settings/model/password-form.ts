import { GATE_PASSWORD_MIN } from '@riptide/contracts/calls';

export interface PasswordForm {
  readonly current: string;
  readonly next: string;
  readonly confirm: string;
}

export interface PasswordFault {
  readonly field: keyof PasswordForm;
  readonly text: string;
}

/** Checks a change of the gate password in the order a person fills it in; null when it can be sent. */
export function checkPasswordForm({ current, next, confirm }: PasswordForm): PasswordFault | null {
  if (current.trim() === '') return { field: 'current', text: 'Please enter your current password' };
  if (next.trim() === '') return { field: 'next', text: 'Please enter a new password' };
  if (next.trim().length < GATE_PASSWORD_MIN)
    return { field: 'next', text: 'Password must be at least 8 characters long' };
  if (next !== confirm) return { field: 'confirm', text: 'New passwords do not match' };
  return null;
}

export interface Strength {
  /** 0 to 1. */
  readonly fraction: number;
  readonly word: 'too short' | 'weak' | 'fair' | 'good' | 'strong';
}

/** Estimates how hard a password is to guess by its length and the kinds of its characters; repeated ones count once. */
export function strengthOf(password: string): Strength | null {
  const text = password.trim();
  if (text === '') return null;
  if (text.length < GATE_PASSWORD_MIN) return { fraction: 0.1, word: 'too short' };
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(text)).length;
  const bits = new Set(text).size * Math.log2(10 + 14 * kinds);
  if (bits < 40) return { fraction: 0.3, word: 'weak' };
  if (bits < 55) return { fraction: 0.55, word: 'fair' };
  return bits < 75 ? { fraction: 0.8, word: 'good' } : { fraction: 1, word: 'strong' };
}
