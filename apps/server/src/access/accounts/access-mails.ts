import type { Mail } from '../../mail/mailer.ts';

/** Mails about accounts. Links are left out on purpose: an address in a mail would have to be taken from a request. */
export const ACCESS_MAILS = {
  verify: (to: string, code: string): Mail => ({
    to,
    subject: 'Your Riptide verification code',
    text: `Your verification code is ${code}\n\nIt is valid for 15 minutes. If you did not ask for it, ignore this mail.\n`,
    purpose: 'verification code',
  }),
  reset: (to: string, token: string): Mail => ({
    to,
    subject: 'Reset your Riptide password',
    text: `To set another password, enter this reset token in Riptide:\n\n${token}\n\nIt is valid for 30 minutes and works once. If you did not ask for it, ignore this mail.\n`,
    purpose: 'password reset',
  }),
  registeredAgain: (to: string): Mail => ({
    to,
    subject: 'You have a Riptide account already',
    text: 'Somebody tried to register with this address, which has an account already. Nothing was changed.\n\nIf it was you, log in, or ask for a password reset.\n',
    purpose: 'second registration',
  }),
  passwordChanged: (to: string): Mail => ({
    to,
    subject: 'Your Riptide password was changed',
    text: 'The password of your account was changed and every session of it was ended.\n\nIf it was not you, ask for a password reset at once.\n',
    purpose: 'password changed',
  }),
} as const;
