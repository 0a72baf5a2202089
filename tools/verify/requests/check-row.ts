import { checkCcapi } from './kinds/ccapi.ts';
import { checkCcxt } from './kinds/ccxt.ts';
import { checkGoBinance } from './kinds/go-binance.ts';
import { checkKucoinSdk } from './kinds/kucoin-sdk.ts';
import { checkSigning } from './kinds/signing.ts';
import { checkSocketFrame, type Keyring } from './kinds/socket-frames.ts';
import type { RequestRow } from './request-row.ts';
import type { RowVerdict } from './verdict.ts';

/** Checks one row against what the adapter of its venue would send. */
export function checkRow(row: RequestRow, keyring: Keyring): RowVerdict {
  switch (row.kind) {
    case 'ccxt':
      return checkCcxt(row);
    case 'ccapi':
      return checkCcapi(row);
    case 'go-binance':
      return checkGoBinance(row);
    case 'kucoin-sdk':
      return checkKucoinSdk(row);
    case 'signing':
      return checkSigning(row);
    case 'socket':
      return checkSocketFrame(row, keyring);
  }
}
