import { z } from 'zod';

export const VENUE_NAMES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'] as const;

/** A venue in an answer: always upper case. */
export const VenueName = z.enum(VENUE_NAMES);
export type VenueName = z.infer<typeof VenueName>;

/** A venue in a request: any case. */
export const VenueInput = z.string().trim().toUpperCase().pipe(VenueName);

/** Venues in a request body: any case, each once; all four when left out. */
export const VenuesInput = z
  .array(VenueInput)
  .min(1)
  .max(16)
  .transform((venues) => [...new Set(venues)]);

export const PAIR_NEEDS_TWO = 'choose at least two different venues';

/** Venues in a query: `BINANCE,BYBIT`, any case, each once; all four when left out. */
export const VenuesQuery = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => namesIn(text).length > 0 && namesIn(text).every((name) => VenueInput.safeParse(name).success), {
    error: ({ input }) => `${JSON.stringify(input)} names something else than ${VENUE_NAMES.join(', ')}`,
  })
  .transform((text) => [...new Set(namesIn(text).map((name) => VenueInput.parse(name)))])
  .default([...VENUE_NAMES]);

function namesIn(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export const MarketName = z.enum(['spot', 'perp']);
export type MarketName = z.infer<typeof MarketName>;

/** A canonical symbol in a request: any case, letters and digits, e.g. BTCUSDT. */
export const SymbolInput = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{2,30}$/, 'must be 2 to 30 letters and digits, e.g. BTCUSDT');

/**
 * A name that a person gives and that addresses carry afterwards.
 *
 * A browser takes `.` and `..` out of an address however they are written, and signs that are not drawn garble the lists they stand in.
 */
export const GivenName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be of signs that can be seen')
  .refine((name) => name !== '.' && name !== '..', 'must be more than dots that addresses leave out');

/** Epoch seconds, up to three decimals. */
export const EpochSeconds = z.number();

export const Ok = z.object({ ok: z.literal(true) });
