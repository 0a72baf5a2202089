import type { GateName, PairCheckName } from '@riptide/contracts/calls';
import type { ProPanelId } from '../frame/panels.ts';

/** Where the limit of a gate is set, or, of a state and no limit, where it is put right. */
export type GateSetting =
  | {
      readonly kind: 'page';
      readonly to: string;
      readonly search: Readonly<Record<string, string>>;
      readonly field: string;
    }
  | { readonly kind: 'panel'; readonly panel: ProPanelId; readonly field: string }
  | { readonly kind: 'fixed'; readonly why: string };

export interface GateFacts {
  readonly label: string;
  /** Of value and limit; empty where they have none, or the words of the gate name it. */
  readonly unit: string;
  readonly setting: GateSetting;
}

/** A row of a precheck: a gate, a check of the pair, or `pair` where none could be planned. */
export type DecisionName = GateName | PairCheckName | 'pair';

const page = (to: string, field: string, search: Readonly<Record<string, string>> = {}): GateSetting => ({
  kind: 'page',
  to,
  search,
  field,
});
const panel = (id: ProPanelId, field: string): GateSetting => ({ kind: 'panel', panel: id, field });
const fixed = (why: string): GateSetting => ({ kind: 'fixed', why });
const risk = (field: string): GateSetting => page('/app/settings', field, { section: 'risk' });
const arbitrage = (field: string): GateSetting => page('/app/arbitrage', field, { tab: 'settings' });
const keys = (field: string): GateSetting => page('/app/api-keys', field);

const FIXED = fixed('Fixed limit of the platform');
const OF_VENUE = fixed("The venue's own rule");
const SCANNER_DATA = fixed('Fixed limit on the data of the scanner');
const WAIT = fixed('No setting: it passes once the venue tells more');

const RISK_LEVEL = 'Risk level';

/** Every row a precheck can have. */
export const GATE_FACTS: Readonly<Record<DecisionName, GateFacts>> = {
  'kill-switch': { label: 'Kill switch', unit: '', setting: fixed('Release it in the banner on top of the page') },
  'live-confirmed': { label: 'Live confirmed', unit: '', setting: keys('PAPER or LIVE of the venue') },
  journal: { label: 'Journal', unit: '', setting: page('/app/settings', 'Data and export', { section: 'data' }) },
  'venue-health': { label: 'Venue health', unit: '', setting: panel('venues', 'State of the venue') },
  'book-age': { label: 'Quote age', unit: 'ms', setting: FIXED },
  'clock-offset': { label: 'Clock offset', unit: 'ms', setting: FIXED },
  'key-permission': { label: 'Key permission', unit: '', setting: keys('API key of the venue') },
  'mode-match': { label: 'Account modes', unit: '', setting: page('/app/trading', 'Mode badges of the venue') },
  'symbol-support': { label: 'Symbol support', unit: '', setting: panel('symbols', 'Symbols to validate') },
  'min-size': { label: 'Smallest order', unit: '', setting: panel('simulator', 'Qty or Notional') },
  'quantisation-loss': { label: 'Rounding loss', unit: '', setting: panel('simulator', 'Qty or Notional') },
  'free-margin': { label: 'Free margin', unit: 'USD', setting: page('/app/portfolio', 'Balances of the venue') },
  'max-position': { label: 'Max position size', unit: 'USD', setting: risk('Max Position Size USD') },
  'max-leverage': { label: 'Max leverage', unit: 'x', setting: risk('Max Leverage') },
  'max-concurrent': { label: 'Symbols at once', unit: '', setting: page('/app/trading', RISK_LEVEL) },
  'capital-per-trade': { label: 'Capital per trade', unit: 'USD', setting: page('/app/trading', RISK_LEVEL) },
  'net-exposure': { label: 'Net exposure', unit: 'USD', setting: page('/app/trading', RISK_LEVEL) },
  'allocation-cap': { label: 'Capital allocation', unit: 'USD', setting: panel('allocation', 'Weights and bounds') },
  cooldown: { label: 'Cooldown', unit: 'ms', setting: panel('cooldowns', 'Cooldown of the symbol') },
  'daily-loss': { label: 'Daily loss limit', unit: 'USD', setting: risk('Daily Loss Limit %') },
  'loss-streak': {
    label: 'Losses in a row',
    unit: '',
    setting: fixed('A halt ends by itself; after the last one a person releases it'),
  },
  'price-band': { label: 'Price band', unit: '', setting: FIXED },
  'abnormal-profit': { label: 'Abnormal profit', unit: 'bps', setting: FIXED },
  'liquidation-distance': { label: 'Liquidation distance', unit: '', setting: risk('Stop Loss %') },
  'funding-window': { label: 'Funding window', unit: 'ms', setting: FIXED },
  'open-conditions': { label: 'Open conditions', unit: '', setting: panel('audit', 'Events with severity ERROR') },
  'trading-buy': { label: 'Trading, buy leg', unit: 'flag', setting: OF_VENUE },
  'book-buy': { label: 'Book, buy leg', unit: 'flag', setting: WAIT },
  'book-age-buy': { label: 'Book age, buy leg', unit: 'ms', setting: SCANNER_DATA },
  'data-delay-buy': { label: 'Data delay, buy leg', unit: 'ms', setting: SCANNER_DATA },
  'clock-offset-buy': { label: 'Clock offset, buy leg', unit: 'ms', setting: SCANNER_DATA },
  'crossed-buy': { label: 'Book not crossed, buy leg', unit: 'bps', setting: WAIT },
  'locked-price-buy': { label: 'Price moves along, buy leg', unit: 'ms', setting: SCANNER_DATA },
  'price-limit-buy': { label: 'Price limit, buy leg', unit: 'bps', setting: OF_VENUE },
  'trading-sell': { label: 'Trading, sell leg', unit: 'flag', setting: OF_VENUE },
  'book-sell': { label: 'Book, sell leg', unit: 'flag', setting: WAIT },
  'book-age-sell': { label: 'Book age, sell leg', unit: 'ms', setting: SCANNER_DATA },
  'data-delay-sell': { label: 'Data delay, sell leg', unit: 'ms', setting: SCANNER_DATA },
  'clock-offset-sell': { label: 'Clock offset, sell leg', unit: 'ms', setting: SCANNER_DATA },
  'crossed-sell': { label: 'Book not crossed, sell leg', unit: 'bps', setting: WAIT },
  'locked-price-sell': { label: 'Price moves along, sell leg', unit: 'ms', setting: SCANNER_DATA },
  'price-limit-sell': { label: 'Price limit, sell leg', unit: 'bps', setting: OF_VENUE },
  multiplier: { label: 'Same multiplier', unit: 'flag', setting: panel('symbols', 'Symbols to validate') },
  'max-gross': { label: 'Too good to be true', unit: 'bps', setting: arbitrage('Too good to be true over') },
  'index-gap': { label: 'Same coin by index', unit: '%', setting: panel('symbols', 'Symbols to validate') },
  'peer-gap-buy': { label: 'Same coin by peers, buy leg', unit: '%', setting: panel('symbols', 'Symbols to validate') },
  'peer-gap-sell': {
    label: 'Same coin by peers, sell leg',
    unit: '%',
    setting: panel('symbols', 'Symbols to validate'),
  },
  'size-step': { label: 'Common step', unit: 'base', setting: page('/app/arbitrage', 'Max Position (USD)') },
  'qty-min': { label: 'Smallest quantity, pair', unit: 'base', setting: page('/app/arbitrage', 'Max Position (USD)') },
  'notional-min': {
    label: 'Smallest notional, pair',
    unit: 'quote',
    setting: page('/app/arbitrage', 'Max Position (USD)'),
  },
  loan: { label: 'Loan of the coin', unit: 'base', setting: OF_VENUE },
  'spot-futures': { label: 'Spot against perp', unit: 'flag', setting: arbitrage('Spot↔Futures may be executed') },
  'clock-known-buy': { label: 'Clock measured, buy leg', unit: 'flag', setting: WAIT },
  'clock-known-sell': { label: 'Clock measured, sell leg', unit: 'flag', setting: WAIT },
  'entry-net': { label: 'Net edge after fees', unit: 'bps', setting: page('/app/arbitrage', 'Min Spread (%)') },
  'exit-spread-known': { label: 'Exit spread known', unit: 'flag', setting: WAIT },
  'round-trip': { label: 'Round trip net', unit: 'bps', setting: arbitrage('Least round trip net') },
  pair: { label: 'Plan of the pair', unit: '', setting: panel('symbols', 'Rotation plan') },
};

/** Of a pair that could not be planned: what held it, by the code of the refusal. */
const PAIR_SETTINGS: Readonly<Record<string, GateSetting>> = {
  risk_book_stale: arbitrage('Oldest book at sending'),
  risk_no_edge: panel('launcher', 'Override with a reason'),
  quantity_too_small: panel('simulator', 'Qty or Notional'),
  arbitrage_busy: arbitrage('Pause of a pair'),
  risk_instrument_in_use: page('/app/arbitrage', 'Trades that hold it'),
};

/** The facts of a row; one that is not known here keeps its own name and has no setting. */
export function factsOf(name: string, code: string | null = null): GateFacts {
  const facts = (GATE_FACTS as Readonly<Record<string, GateFacts | undefined>>)[name];
  if (facts === undefined) return { label: name, unit: '', setting: FIXED };
  const setting = name === 'pair' && code !== null ? PAIR_SETTINGS[code] : undefined;
  return setting === undefined ? facts : { ...facts, setting };
}
