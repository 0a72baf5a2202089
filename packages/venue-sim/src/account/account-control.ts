import type { AccountWorld } from './account-world.ts';
import { auditOf } from './conservation.ts';
import type { SimAccountControl } from './control-model.ts';
import type { KeyRing } from './key-ring.ts';
import type { RiskDesk } from './risk-desk.ts';
import { pay, tellPayments } from './settlement.ts';
import { truthOf } from './truth.ts';

/** Builds what only the operator of the simulator may do. */
export function accountControl(parts: { world: AccountWorld; keys: KeyRing; risk: RiskDesk }): SimAccountControl {
  const { world, keys, risk } = parts;
  const setBalance: SimAccountControl['setBalance'] = (accountId, pocket, asset, amount) => {
    const change = amount.minus(world.treasury.total(accountId, pocket, asset));
    if (change.eq(0)) return;
    const shared = { accountId, pocket, asset, ix: null, fillId: null } as const;
    tellPayments(world, [pay(world, { ...shared, kind: 'deposit', amount: change }, 'issue')], 'transfer');
  };
  const heldOn = (accountId: number, ix: number) =>
    world.positions.on(ix).filter((held) => held.accountId === accountId && held.lots !== 0);
  const listingsThat = (holds: (ix: number) => boolean): ReturnType<SimAccountControl['halted']> =>
    world.market.instruments
      .map(({ wireSymbol, kind }, ix) => ({ ix, wireSymbol, kind }))
      .filter(({ ix }) => holds(ix));
  return {
    issueKey({ balances = [], ...wish } = {}) {
      const key = keys.issue(wish);
      for (const { pocket, asset, amount } of balances) setBalance(key.accountId, pocket, asset, amount);
      return key;
    },
    keys: () => keys.all(),
    revokeKey: (apiKey) => keys.revoke(apiKey),
    expireKey: (apiKey, expiresMs) => keys.expire(apiKey, expiresMs),
    limitKey: (apiKey, change) => keys.limit(apiKey, change),
    accountIds: () => keys.accountIds(),
    setBalance,
    setFeeRates: (accountId, kind, rates) => void world.feeRates.set(`${accountId}|${kind}`, rates),
    forceLiquidation(accountId, ix) {
      const held = heldOn(accountId, ix);
      for (const position of held) risk.liquidate(position);
      return held.length;
    },
    adl(accountId, ix, lots) {
      let left = lots;
      for (const position of heldOn(accountId, ix)) left -= risk.adl(position, left);
      return lots - left;
    },
    settleFunding: (ix) => risk.settleFunding(ix),
    shockPrice: (asset, moveFrac) => world.market.accounts.shockPrice(asset, Math.log1p(moveFrac)),
    startCascade: (plan) => world.market.accounts.startCascade(plan),
    haltInstrument: (ix, isHalted) => world.market.accounts.halt(ix, isHalted),
    halted: () => listingsThat((ix) => world.market.accounts.isHalted(ix)),
    lockPrice: (ix, isLocked) => world.market.accounts.lockPrice(ix, isLocked),
    locked: () => listingsThat((ix) => world.market.accounts.isPriceLocked(ix)),
    offsetPrice: (ix, offsetBps) => world.market.accounts.offsetPrice(ix, offsetBps),
    offset: () => listingsThat((ix) => world.market.accounts.priceOffsetBps(ix) !== 0),
    setBorrowRate: (asset, perHourFrac) => world.market.accounts.setLoan(asset, perHourFrac),
    ixOf(wireSymbol, kind) {
      const at = world.market.instruments.findIndex(
        (instrument) => instrument.wireSymbol === wireSymbol && (kind === undefined || instrument.kind === kind),
      );
      return at < 0 ? null : at;
    },
    audit: () => auditOf(world),
    truth: (accountId, rowsMax) => truthOf(world, accountId, rowsMax),
  };
}
