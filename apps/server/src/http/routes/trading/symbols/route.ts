import type { FastifyInstance } from 'fastify';
import {
  getSymbols,
  planRotation,
  upsertSymbols,
  validateSymbols,
  type OtherCoin,
  type SymbolAtVenue,
} from '@riptide/contracts';
import { ok, type DomainError, type Result, type Venue } from '@riptide/core/domain';
import { callSymbols } from '../../../arbitrage-calls.ts';
import { presentSymbols, presentUpsert } from '../../../presenters/symbols.ts';
import {
  hasLiveBook,
  isTradeable,
  liveBooks,
  namesOf,
  presentSymbolAtVenue,
  symbolFault,
} from '../../../presenters/symbol-matrix.ts';
import { alikeVenues, coinLimitsOf, otherCoinsOf } from '../../../presenters/symbol-identity.ts';
import { serve } from '../../../serve.ts';
import { BY_API } from '../../../trading-calls.ts';
import type { EngineLink } from '../../../../link/engine-link.ts';
import type { ListedVenue } from '../../../../link/symbol-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const VENUES_FOR_ARBITRAGE = 2;

interface Wish {
  readonly symbols: readonly string[];
  readonly venues: readonly Venue[];
  readonly withPrices: boolean;
  readonly nowMs: number;
}
interface Matrix {
  readonly venues: readonly ListedVenue[];
  readonly rows: ReadonlyMap<string, readonly (readonly [Venue, SymbolAtVenue])[]>;
  /** By symbol. */
  readonly otherCoins: ReadonlyMap<string, OtherCoin[]>;
}

/** `GET /api/trading/symbols`, `POST …/validate`, `/rotation_plan` and `/bulk_upsert` */
export function addSymbols(app: FastifyInstance, { link, clock }: RouteDeps): void {
  serve(app, validateSymbols, async ({ body }) => {
    const { symbols, venues, with_prices: withPrices } = body;
    const matrix = await matrixOf(link, { symbols, venues, withPrices, nowMs: clock.nowMs() });
    if (!matrix.ok) return matrix;
    return ok({
      matrix: Object.fromEntries([...matrix.value.rows].map(([symbol, cells]) => [symbol, Object.fromEntries(cells)])),
      other_coins: Object.fromEntries([...matrix.value.otherCoins].filter(([, pairs]) => pairs.length > 0)),
      venues: namesOf(matrix.value.venues),
      venue_states: matrix.value.venues.map(({ venue, isLoaded, instruments, reason }) => ({
        venue,
        loaded: isLoaded,
        instruments,
        reason,
      })),
    });
  });
  serve(app, planRotation, async ({ body }) => {
    const [matrix, watched] = await Promise.all([
      matrixOf(link, { symbols: body.symbols, venues: body.venues, withPrices: true, nowMs: clock.nowMs() }),
      callSymbols(link, 'watched-symbols', {}),
    ]);
    if (!matrix.ok) return matrix;
    if (!watched.ok) return watched;
    const details = [...matrix.value.rows].map(([symbol, cells]) => {
      const tradeable = cells.filter(([, cell]) => isTradeable(cell));
      const venues = tradeable.map(([venue]) => venue);
      const otherCoins = matrix.value.otherCoins.get(symbol) ?? [];
      const alike = alikeVenues(venues, otherCoins);
      const isReady = alike.length >= VENUES_FOR_ARBITRAGE;
      const detail = {
        arb_ready: isReady,
        tradeable_venues: venues,
        alike_venues: alike,
        other_coins: otherCoins,
        live_venues: tradeable.filter(([, cell]) => hasLiveBook(cell)).map(([venue]) => venue),
        watched: watched.value.watched.includes(symbol),
        reason: isReady ? null : rotationReason(symbol, cells, otherCoins),
      };
      return [symbol, detail] as const;
    });
    return ok({
      arb_ready_symbols: details.filter(([, { arb_ready }]) => arb_ready).map(([symbol]) => symbol),
      details: Object.fromEntries(details),
      venues: namesOf(matrix.value.venues),
    });
  });
  serve(app, upsertSymbols, async ({ body }) => {
    const symbols = [...new Set(body.items.map(({ symbol }) => symbol))];
    const done = await callSymbols(link, 'watch-symbols', { symbols, isApplied: body.apply, by: BY_API });
    return done.ok ? ok(presentUpsert(done.value)) : done;
  });
  serve(app, getSymbols, async () => {
    const watched = await callSymbols(link, 'watched-symbols', {});
    return watched.ok ? ok(presentSymbols(link, watched.value)) : watched;
  });
}

async function matrixOf(link: EngineLink, wish: Wish): Promise<Result<Matrix, DomainError>> {
  const asked = wish.symbols.filter((symbol) => symbolFault(symbol) === null);
  const { venues: wanted, withPrices } = wish;
  const listed = await callSymbols(link, 'list-symbols', { symbols: asked, venues: wanted, withPrices });
  if (!listed.ok) return listed;
  const { venues } = listed.value;
  const bySymbol = new Map(listed.value.symbols.map(({ symbol, listings }) => [symbol, listings]));
  const books = liveBooks(link, wish.nowMs);
  const rows = wish.symbols.map((symbol) => {
    const listings = bySymbol.get(symbol) ?? [];
    const cells = venues.map((venue) => {
      const own = listings.filter((each) => each.venue === venue.venue);
      return [venue.venue, presentSymbolAtVenue({ symbol, venue, listings: own, books, withPrices })] as const;
    });
    return [symbol, cells] as const;
  });
  const limits = coinLimitsOf(link);
  const otherCoins = rows.map(([symbol, cells]) => [symbol, otherCoinsOf({ symbol, cells, books, limits })] as const);
  return ok({ venues, rows: new Map(rows), otherCoins: new Map(otherCoins) });
}

function rotationReason(
  symbol: string,
  cells: Matrix['rows'] extends ReadonlyMap<string, infer C> ? C : never,
  otherCoins: readonly OtherCoin[],
): string {
  const fault = symbolFault(symbol);
  if (fault !== null) return fault;
  const reasons = cells
    .filter(([, cell]) => !isTradeable(cell))
    .map(([venue, { reason }]) => `${venue}: ${reason ?? 'no price'}`);
  if (cells.length - reasons.length >= VENUES_FOR_ARBITRAGE) {
    return `Different coins under one ticker: ${otherCoins.map(({ reason }) => reason).join('; ')}`;
  }
  return `Tradeable at fewer than ${VENUES_FOR_ARBITRAGE} venues; ${reasons.join('; ')}`;
}
