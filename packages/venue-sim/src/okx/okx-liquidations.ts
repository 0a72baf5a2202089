import type { Random } from '@riptide/core/kernel';
import type { SimLiquidation } from '../market/model.ts';
import type { OkxListing } from './okx-listing.ts';
import { liquidationDetail } from './okx-rows.ts';

/** One push per contract and second at most, as older documentation of the channel states. */
const THROTTLE_MS = 1_000;
/** Share of closed accounts that trade in net mode, where only `side` tells the direction. */
const NET_SHARE = 0.3;

interface Waiting {
  readonly listing: OkxListing;
  readonly details: Record<string, string>[];
  pushedMs: number;
}

/** Collects forced orders and lets each contract through once a second, several orders in one row when they pile up. */
export class OkxLiquidations {
  private readonly waiting = new Map<number, Waiting>();
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  /** Notes one forced order. */
  note(listing: OkxListing, liquidation: SimLiquidation): void {
    let entry = this.waiting.get(listing.ix);
    if (entry === undefined) {
      entry = { listing, details: [], pushedMs: Number.NEGATIVE_INFINITY };
      this.waiting.set(listing.ix, entry);
    }
    entry.details.push(liquidationDetail(listing, liquidation, this.random() < NET_SHARE));
  }

  /** Returns the rows that may be pushed now; often none, sometimes several instruments. */
  due(nowMs: number): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = [];
    for (const entry of this.waiting.values()) {
      if (entry.details.length === 0 || nowMs - entry.pushedMs < THROTTLE_MS) continue;
      entry.pushedMs = nowMs;
      rows.push({
        details: entry.details.splice(0),
        instFamily: entry.listing.family,
        instId: entry.listing.instId,
        instType: 'SWAP',
        uly: entry.listing.family,
      });
    }
    return rows;
  }
}
