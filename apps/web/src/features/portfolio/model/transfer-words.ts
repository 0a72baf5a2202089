import type { Transfer } from '@riptide/contracts/calls';
import { formatAsset, UNKNOWN } from '../../../lib/format.ts';
import { assetDecimals } from './assets.ts';

export const TRANSFER_WORDS: Readonly<Record<Transfer['kind'], string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  paper_reset: 'Paper reset',
};

const POCKETS = {
  spot: 'Balance of the spot wallet',
  futures: 'Balance of the futures wallet',
  unified: 'Balance of the unified account',
} as const;

/** Says where a transfer was noticed. */
export function seenWords({ kind, seen_in: pocket }: Pick<Transfer, 'kind' | 'seen_in'>): string {
  if (kind === 'paper_reset') return 'Reset in Settings';
  return pocket === null ? UNKNOWN : POCKETS[pocket];
}

/** Writes an amount with its sign: what came in has a plus. */
export function signedAmount({ asset, amount }: Pick<Transfer, 'asset' | 'amount'>): string {
  const text = formatAsset(Math.abs(amount), assetDecimals(asset));
  return amount < 0 ? `-${text}` : `+${text}`;
}
