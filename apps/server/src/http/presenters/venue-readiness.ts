import type { MarketSource, Venue } from '@riptide/core/domain';
import type { ConnectionDesk } from '../../access/connection-desk.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import { activeAccount, tradingState } from './accounts.ts';
import { presentConnection } from './connections.ts';
import { engineSilence } from './engine-silence.ts';

export interface ReadinessSources {
  readonly link: EngineLink;
  readonly connections: ConnectionDesk;
  readonly facts: { readonly market: MarketSource };
}

/**
 * Returns in words why no engine can be started on a venue now; null when one can: connected, keys present, futures permitted. Recordings
 * know no keys: there the paper account alone counts.
 */
export function venueUnreadiness({ link, connections, facts }: ReadinessSources, venue: Venue): string | null {
  const dark = darkText(link, venue);
  if (dark !== null) return dark;
  if (facts.market === 'replay') {
    const silence = engineSilence(link);
    if (silence !== null) return silence;
    const account = activeAccount(link, venue);
    if (account === null) return 'There is no account on it';
    return account.stream.isLive ? null : (account.stream.reason ?? 'The account is not connected');
  }
  const status = presentConnection({ link, connections }, venue);
  if (!status.connected) return status.reason;
  return status.hasFuturesPermission === false ? 'No futures permission' : null;
}

function darkText(link: EngineLink, venue: Venue): string | null {
  const books = link.isConnected ? (tradingState(link)?.darkBooks ?? []) : [];
  const symbols = books.filter((book) => book.venue === venue).map(({ symbol }) => symbol);
  return symbols.length === 0 ? null : `Order books that open positions need are not live: ${symbols.join(', ')}`;
}
