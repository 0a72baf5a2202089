import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok } from '../shared.ts';

export const ACCOUNT_PASSWORD_MIN = 10;

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must be at most 254 characters')
  .regex(/^[^\s@<>(),;:\\"[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'Please enter a valid email address');

const NewPassword = z
  .string()
  .min(ACCOUNT_PASSWORD_MIN, `Password must be at least ${ACCOUNT_PASSWORD_MIN} characters long`)
  .max(256, 'must be at most 256 characters');

const Password = z.string().min(1, 'Please enter both email and password').max(256, 'must be at most 256 characters');
/** A code of the app, or a recovery code. */
const Otp = z.string().trim().min(6).max(16);
const Token = z.string().min(1).max(512);
const Message = Ok.extend({ message: z.string() });

export const AccountUser = z.object({
  email: z.string(),
  is_verified: z.boolean(),
  two_factor_enabled: z.boolean(),
  created_at: EpochSeconds,
});
export type AccountUser = z.infer<typeof AccountUser>;

export const registerAccount = defineRoute({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Registers an account; the answer is the same where the email has one already.',
  body: z
    .object({ email: Email, password: NewPassword, confirmPassword: z.string().max(256) })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  response: Message,
});

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verifies the account of the bearer, or of the email, by the code that was mailed.',
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'must be 6 digits'),
    email: Email.optional(),
  }),
  response: Message,
});

export const resendVerification = defineRoute({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Mails another verification code to the account of the bearer, or of the email.',
  body: z.object({ email: Email.optional() }).optional(),
  response: Message,
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Logs an account in. The refresh token is set as a cookie too.',
  body: z
    .object({
      email: z.string().trim().toLowerCase().min(1).max(254).optional(),
      email_or_username: z.string().trim().toLowerCase().min(1).max(254).optional(),
      password: Password,
      rememberMe: z.boolean().optional(),
      otp: Otp.optional(),
    })
    .refine(({ email, email_or_username }) => email !== undefined || email_or_username !== undefined, {
      path: ['email'],
      message: 'Please enter both email and password',
    }),
  response: Message.extend({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
    user: AccountUser,
  }),
});

export const refreshSession = defineRoute({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Gives a new access token for the refresh token of the cookie or the body; each is good once.',
  body: z.object({ refresh_token: Token.optional() }).optional(),
  response: Ok.extend({
    access_token: z.string(),
    /** Only where it was sent in the body. */
    refresh_token: z.string().optional(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
  }),
});

export const me = defineRoute({
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Tells whose account the bearer token is of.',
  response: Ok.extend({ user: AccountUser }),
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends the account session of the bearer, the cookie or the body.',
  body: z.object({ refresh_token: Token.optional() }).optional(),
  response: Message,
});

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mails a reset token where the email has an account; the answer is the same where it has none.',
  body: z.object({ email: Email }),
  response: Message,
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Sets another password by a reset token and ends every session of the account.',
  body: z.object({ token: z.string().trim().min(1).max(200), password: NewPassword }),
  response: Message,
});

export const enrolTotp = defineRoute({
  method: 'POST',
  path: '/api/auth/totp/enrol',
  summary: 'Begins a second factor: the secret for an authenticator app.',
  body: z.object({ password: Password }),
  response: Ok.extend({ secret: z.string(), otpauth_uri: z.string() }),
});

export const confirmTotp = defineRoute({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  summary: 'Switches the second factor on by a first code; the recovery codes are shown this once.',
  body: z.object({ otp: Otp }),
  response: Message.extend({ recovery_codes: z.array(z.string()) }),
});

export const disableTotp = defineRoute({
  method: 'POST',
  path: '/api/auth/totp/disable',
  summary: 'Switches the second factor off, by password and a code or a recovery code.',
  body: z.object({ password: Password, otp: Otp }),
  response: Message,
});

const SecuritySettings = z.object({ require_account_for_trading: z.boolean() });

export const getSecuritySettings = defineRoute({
  method: 'GET',
  path: '/api/settings/security',
  summary: 'Tells whether calls that can move money or lower protection need an account.',
  response: Ok.extend({ settings: SecuritySettings, require_account_for_trading: z.boolean() }),
});

export const putSecuritySettings = defineRoute({
  method: 'PUT',
  path: '/api/settings/security',
  summary:
    'Sets whether calls that can move money or lower protection need a verified account; switching it off needs one, its password, and a code where its second factor is on.',
  body: SecuritySettings.extend({
    /** Of the account that switches it off. */
    password: Password.optional(),
    otp: Otp.optional(),
  }),
  response: Message.extend({ settings: SecuritySettings, require_account_for_trading: z.boolean() }),
});
