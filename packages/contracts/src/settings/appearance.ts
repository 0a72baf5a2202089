import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { Ok } from '../shared.ts';

export const DENSITIES = ['comfortable', 'default', 'compact'] as const;
export const THEMES = ['dark', 'light', 'system'] as const;
/** Colours of gains and losses: green and red, the reverse, two that colour-blind people tell apart, or one colour and signs. */
export const COLOUR_PRESETS = [
  'default',
  'reversed',
  'deuteranopia',
  'protanopia',
  'tritanopia',
  'monochrome',
] as const;

/** `browser`, or a zone this machine's calendar knows. */
export const TimeZone = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_+/-]+$/, 'must be browser or a time zone, e.g. Europe/Berlin')
  .refine((zone) => zone === 'browser' || isTimeZone(zone), {
    message: 'must be browser or a time zone, e.g. Europe/Berlin',
  });

/** How screens look. One per installation: whoever opens it sees the same. */
export const Appearance = z.object({
  time_zone: TimeZone,
  density: z.enum(DENSITIES),
  theme: z.enum(THEMES),
  colour_preset: z.enum(COLOUR_PRESETS),
});
export type Appearance = z.infer<typeof Appearance>;

export const DEFAULT_APPEARANCE: Appearance = {
  time_zone: 'browser',
  density: 'comfortable',
  theme: 'dark',
  colour_preset: 'default',
};

export const getAppearance = defineRoute({
  method: 'GET',
  path: '/api/settings/appearance',
  summary: 'Time zone, density, theme and colours of the screens.',
  response: Ok.extend({ settings: Appearance, saved_at: z.number().nullable() }),
});

export const putAppearance = defineRoute({
  method: 'PUT',
  path: '/api/settings/appearance',
  summary: 'Changes how screens look; what is left out stays.',
  body: Appearance.partial()
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give at least one setting' }),
  response: Ok.extend({ settings: Appearance, saved_at: z.number().nullable(), message: z.string() }),
});

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (e) {
    if (e instanceof RangeError) return false;
    throw e;
  }
}
