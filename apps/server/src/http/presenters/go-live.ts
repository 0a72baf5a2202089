import type { z } from 'zod';
import type { getGoLive, GoLiveItem } from '@riptide/contracts';
import { VENUES, type Venue } from '@riptide/core/domain';
import type { TradingStateView } from '@riptide/core/engine';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { ConnectionDesk } from '../../access/connection-desk.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import type { ChannelFigures } from '../../storage/app-db/delivery-repository.ts';
import type { HealthFacts } from './health.ts';
import { modeOfVenue } from './accounts.ts';
import { presentConnection } from './connections.ts';
import { presentRiskSettings } from './risk.ts';

const PAPER_HOURS = 24;
const PAPER_TRADES = 20;
const HOUR_MS = 3_600_000;

/** What the checklist is read from. */
export interface GoLiveSources {
  readonly link: EngineLink;
  readonly state: TradingStateView;
  readonly connections: ConnectionDesk;
  readonly market: HealthFacts['market'];
  readonly nowMs: number;
  /** When a person saved the risk limits; null: the defaults hold. */
  readonly riskSavedMs: number | null;
  readonly channels: readonly ChannelFigures[];
  readonly paperTrades: readonly Pick<ClosedTrade, 'openMs'>[];
}

type Answer = Omit<z.input<typeof getGoLive.response>, 'ok'>;

/** True where a venue is switched to live only with the required points done: where money, or a venue's testnet, is behind it. */
export function isGoLiveEnforced(market: HealthFacts['market']): boolean {
  return market === 'live' || market === 'testnet';
}

/** Returns the six points of every venue. */
export function presentGoLive(sources: GoLiveSources): Answer {
  const isEnforced = isGoLiveEnforced(sources.market);
  const venues = VENUES.map((venue) => {
    const items = goLiveItems(sources, venue);
    return {
      venue,
      mode: modeOfVenue(sources.link, venue),
      is_ready: items.every((item) => item.is_done || !item.is_required),
      done: items.filter((item) => item.is_done).length,
      items,
      confirmation: isEnforced ? `GO LIVE ${venue}` : null,
    };
  });
  return { done: Math.max(...venues.map((venue) => venue.done)), total: 6, is_enforced: isEnforced, venues };
}

/** Returns what is missing of the required points of a venue, in words. */
export function missingForLive(sources: GoLiveSources, venue: Venue): string[] {
  return goLiveItems(sources, venue)
    .filter((item) => item.is_required && !item.is_done)
    .map((item) => `${item.label}: ${item.detail}`);
}

function goLiveItems(sources: GoLiveSources, venue: Venue): GoLiveItem[] {
  return [
    keyItem(sources, venue),
    addressItem(sources, venue),
    ...riskItems(sources),
    channelItem(sources.channels),
    recordItem(sources),
  ];
}

function keyItem({ link, connections }: GoLiveSources, venue: Venue): GoLiveItem {
  const status = presentConnection({ link, connections }, venue);
  const isTested = status.last_test_at !== null && status.hasFuturesPermission === true;
  const missing = !status.hasKeys
    ? 'no key saved'
    : status.last_test_at === null
      ? 'the key has not been tested'
      : 'the key has no futures permission';
  return {
    key: 'key_tested',
    label: 'API key tested with futures permission',
    is_done: isTested && status.connected,
    is_required: true,
    detail: !isTested ? missing : status.connected ? 'tested, futures allowed' : (status.reason ?? 'not connected'),
  };
}

/** A key that works only from listed addresses and works from here has this server's address listed. */
function addressItem({ connections, link }: GoLiveSources, venue: Venue): GoLiveItem {
  const account = connections.accountOf(venue);
  const isConnected = presentConnection({ link, connections }, venue).connected;
  const isRestricted = account?.key?.isIpRestricted ?? null;
  const details = {
    listed: 'the key works from here and only from listed addresses',
    open: 'the key works from any address: list this server at the venue',
    untold: 'the venue does not tell whether the key is bound to addresses; it works from here',
    unknown: 'known once the key is in use',
  };
  const told = isRestricted === null ? 'untold' : isRestricted ? 'listed' : 'open';
  const how = !isConnected || (account?.key ?? null) === null ? 'unknown' : told;
  return {
    key: 'ip_whitelisted',
    label: 'Server IP whitelisted',
    is_done: how === 'listed' || how === 'untold',
    is_required: true,
    detail: details[how],
  };
}

function riskItems({ state, riskSavedMs }: GoLiveSources): GoLiveItem[] {
  const isSaved = riskSavedMs !== null;
  const { daily_loss_pct: lossPct } = presentRiskSettings(state);
  return [
    {
      key: 'risk_saved',
      label: 'Risk Management saved',
      is_done: isSaved,
      is_required: true,
      detail: isSaved ? 'saved in Settings' : 'the defaults hold: look at them and save them in Settings',
    },
    {
      key: 'daily_loss_limit',
      label: 'Daily loss limit on',
      is_done: lossPct < 100,
      is_required: true,
      detail: lossPct < 100 ? `engines stop at -${lossPct} % of the day` : '100 % is no limit',
    },
  ];
}

function channelItem(channels: readonly ChannelFigures[]): GoLiveItem {
  const reached = channels.filter(({ channel, lastSentMs }) => channel !== 'console' && lastSentMs !== null);
  return {
    key: 'channel_tested',
    label: 'A notification channel tested',
    is_done: reached.length > 0,
    is_required: false,
    detail:
      reached.length > 0
        ? `delivered by ${reached.map(({ channel }) => channel).join(', ')}`
        : 'no message has been delivered yet',
  };
}

/** When the first of a list of trades was opened: every venue asks, of a list that stays the same until a trade closes. */
const firstOpened = new WeakMap<GoLiveSources['paperTrades'], number>();

function firstOpenMs(trades: GoLiveSources['paperTrades']): number {
  const firstMs =
    firstOpened.get(trades) ?? trades.reduce((first, { openMs }) => Math.min(first, openMs), Number.POSITIVE_INFINITY);
  firstOpened.set(trades, firstMs);
  return firstMs;
}

function recordItem({ paperTrades, nowMs }: GoLiveSources): GoLiveItem {
  const firstMs = firstOpenMs(paperTrades);
  const hours = paperTrades.length === 0 ? 0 : Math.max(0, (nowMs - firstMs) / HOUR_MS);
  return {
    key: 'paper_record',
    label: `${PAPER_HOURS} h on paper with at least ${PAPER_TRADES} closed trades`,
    is_done: hours >= PAPER_HOURS && paperTrades.length >= PAPER_TRADES,
    is_required: false,
    detail: `${paperTrades.length} closed, ${Math.floor(hours)} h since the first`,
  };
}
