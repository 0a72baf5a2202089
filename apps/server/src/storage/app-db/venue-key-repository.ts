import type { Kysely, Selectable } from 'kysely';
import { isVenue, type MarketSource, type Venue } from '@riptide/core/domain';
import type { AppSchema } from './app-schema.ts';

type KeySource = 'operator' | 'simulator';

/** What the last test of a key said. */
interface KeyTest {
  readonly ok: boolean;
  readonly spotOk: boolean;
  readonly futuresOk: boolean;
  readonly canWithdraw: boolean | null;
  readonly detail: string;
}

/** One saved key. The secrets are sealed. */
export interface VenueKeyRow {
  readonly venue: Venue;
  /** Keys belong to a source of the market: the simulator's are of no use on the real one. */
  readonly market: MarketSource;
  readonly label: string;
  readonly isEnabled: boolean;
  readonly scopes: { readonly spot: boolean; readonly futures: boolean };
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly passphrase: string | null;
  /** `abcd…wxyz` */
  readonly masked: string;
  readonly source: KeySource;
  readonly createdMs: number;
  readonly lastTestMs: number | null;
  readonly lastTest: KeyTest | null;
}

/** Keys on disk, sealed; one per venue and source of the market. */
export class VenueKeyRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  async list(market: MarketSource): Promise<readonly VenueKeyRow[]> {
    const rows = await this.db.selectFrom('venue_key').selectAll().where('market', '=', market).execute();
    return rows.flatMap((row) => venueKeyOf(row) ?? []);
  }

  async save(key: VenueKeyRow): Promise<void> {
    const row = {
      venue: key.venue,
      market: key.market,
      label: key.label,
      enabled: key.isEnabled ? 1 : 0,
      scopes: JSON.stringify(key.scopes),
      api_key: key.apiKey,
      api_secret: key.apiSecret,
      passphrase: key.passphrase,
      masked: key.masked,
      source: key.source,
      created_ms: key.createdMs,
      last_test_ms: key.lastTestMs,
      last_test: key.lastTest === null ? null : JSON.stringify(key.lastTest),
    };
    await this.db
      .insertInto('venue_key')
      .values(row)
      .onConflict((conflict) => conflict.columns(['venue', 'market']).doUpdateSet(row))
      .execute();
  }

  async remove(venue: Venue, market: MarketSource): Promise<void> {
    await this.db.deleteFrom('venue_key').where('venue', '=', venue).where('market', '=', market).execute();
  }
}

/** Returns a stored row as the platform knows it; null for a venue it does not know. */
export function venueKeyOf(row: Selectable<AppSchema['venue_key']>): VenueKeyRow | null {
  if (!isVenue(row.venue)) return null;
  return {
    venue: row.venue,
    market: row.market as MarketSource,
    label: row.label,
    isEnabled: row.enabled === 1,
    scopes: JSON.parse(row.scopes) as VenueKeyRow['scopes'],
    apiKey: row.api_key,
    apiSecret: row.api_secret,
    passphrase: row.passphrase,
    masked: row.masked,
    source: row.source,
    createdMs: row.created_ms,
    lastTestMs: row.last_test_ms,
    lastTest: row.last_test === null ? null : (JSON.parse(row.last_test) as KeyTest),
  };
}
