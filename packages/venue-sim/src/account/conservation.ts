import { toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import { instrumentAt, type AccountWorld } from './account-world.ts';

/** What one asset comes to at a venue: nothing was made or lost when accounts and pool together hold what was issued. */
interface AssetAudit {
  readonly asset: string;
  readonly accounts: string;
  readonly pool: string;
  readonly issued: string;
  readonly isConserved: boolean;
}

/** What one perp comes to: lots of all accounts mirror the house's, and open cost less realised gains is the value traded. */
interface PerpAudit {
  readonly ix: number;
  readonly wireSymbol: string;
  readonly lots: number;
  readonly houseLots: number;
  readonly openCost: string;
  readonly realised: string;
  readonly notional: string;
  readonly isConserved: boolean;
}

export interface Audit {
  readonly isConserved: boolean;
  readonly assets: readonly AssetAudit[];
  readonly perps: readonly PerpAudit[];
}

/** Counts everything at a venue anew and compares it, to the last digit. */
export function auditOf(world: AccountWorld): Audit {
  const assets = world.treasury.assets().map((asset): AssetAudit => {
    const accounts = world.treasury.heldOf(asset);
    const pool = world.treasury.poolOf(asset);
    const issued = world.treasury.issuedOf(asset);
    return {
      asset,
      accounts: toDecimalString(accounts),
      pool: toDecimalString(pool),
      issued: toDecimalString(issued),
      isConserved: accounts.plus(pool).eq(issued),
    };
  });
  const perps = world.positions.tallied().map((ix) => perpAudit(world, ix));
  return { isConserved: [...assets, ...perps].every(({ isConserved }) => isConserved), assets, perps };
}

function perpAudit(world: AccountWorld, ix: number): PerpAudit {
  let lots = 0;
  let openCost: Decimal = ZERO;
  for (const position of world.positions.on(ix)) {
    lots += position.lots;
    openCost = openCost.plus(position.cost);
  }
  const { lots: houseLots, notional, realised } = world.positions.tally(ix);
  return {
    ix,
    wireSymbol: instrumentAt(world, ix).wireSymbol,
    lots,
    houseLots,
    openCost: toDecimalString(openCost),
    realised: toDecimalString(realised),
    notional: toDecimalString(notional),
    isConserved: lots + houseLots === 0 && openCost.minus(realised).eq(notional),
  };
}
