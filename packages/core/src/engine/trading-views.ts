import type {
  AccountKey,
  BalanceReport,
  Condition,
  CooldownAction,
  DomainErrorCode,
  ExecutionMode,
  FundingSettlement,
  GateDecision,
  InstrumentId,
  KeyReport,
  KillLevel,
  MarginMode,
  OrderRole,
  OrderSide,
  OrderType,
  PrivateStreamState,
  TimeInForce,
  Venue,
  VenueKey,
} from '../domain/index.ts';
import type { RiskBlock } from '../risk/index.ts';
import type { DarkBook } from './trading/dark-books.ts';

/**
 * What the trading core shows: plain, structured-clonable, complete. Money as decimal text; null is unknown. Quantities in base
 * units, prices per base unit.
 */

/** One account. Figures of perps and spot together, in USDT. */
export interface AccountView {
  readonly account: AccountKey;
  readonly venue: Venue;
  readonly mode: ExecutionMode;
  /** True for the account this venue's orders go to now. */
  readonly isActive: boolean;
  readonly stream: PrivateStreamState;
  readonly balances: readonly BalanceReport[];
  /** Cash and holdings at current prices, without unrealised PnL of perps; null while a price is missing. */
  readonly cashUsd: string | null;
  /** What a new order could use. */
  readonly freeUsd: string | null;
  /** In use by positions and orders. */
  readonly marginUsd: string | null;
  readonly unrealisedUsd: string | null;
  readonly equityUsd: string | null;
  /** Spot holdings other than USDT, at current prices. */
  readonly holdingsUsd: string | null;
  readonly realisedGrossUsd: string;
  readonly feesUsd: string;
  readonly fundingUsd: string;
  readonly dayPnlUsd: string;
  /** When the account was last proven equal to its venue; null before the first. */
  readonly reconciledMs: number | null;
  /** Venue's fee rates as last read from the account, in bps; null until read. */
  readonly fees: { readonly spot: FeeView | null; readonly perp: FeeView | null };
  /** When the key was saved that all of this is about; null for paper. */
  readonly keySavedMs: number | null;
  /** `checking` until the venue has told of this key; `failed`: it refused, see `lastErrorCode`. */
  readonly keyCheck: 'checking' | 'answered' | 'failed';
  readonly key: KeyReport | null;
  readonly lastError: string | null;
  readonly lastErrorCode: DomainErrorCode | null;
}

export interface FeeView {
  readonly makerBps: number;
  readonly takerBps: number;
}

export interface PositionView {
  /** `<account>|<instrument id>`. */
  readonly id: string;
  readonly account: AccountKey;
  readonly venue: Venue;
  readonly mode: ExecutionMode;
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly qtyBase: string;
  readonly entryPx: string;
  readonly markPx: string | null;
  readonly notionalUsd: string | null;
  readonly unrealisedUsd: string | null;
  readonly realisedUsd: string;
  readonly feesUsd: string;
  readonly fundingUsd: string;
  readonly leverage: number | null;
  readonly marginMode: MarginMode | null;
  readonly marginUsd: string | null;
  readonly liquidationPx: string | null;
  readonly adlRank: number | null;
  /** Unrealised over margin, percent; null without margin. */
  readonly roePct: string | null;
  /** Trigger of the acknowledged stop; null: unprotected. */
  readonly stopPx: string | null;
  readonly takeProfitPx: string | null;
  readonly openedMs: number;
  /** The arbitrage whose leg it is; null or absent for any other. */
  readonly arbId?: string | null;
}

export interface OrderView {
  readonly clientOrderId: string | null;
  readonly venueOrderId: string | null;
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly role: OrderRole | null;
  readonly qtyBase: string | null;
  readonly px: string | null;
  readonly triggerPx: string | null;
  readonly cumQtyBase: string;
  readonly avgPx: string | null;
  /** `sent`, `unknown`, `untriggered`, `open`, … */
  readonly state: string;
  readonly isOurs: boolean;
  readonly isReduceOnly: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** Modes of a perp; the leverage is NaN where the venue takes it with each order. */
interface ModesAnswer {
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly positionMode: string;
}

export interface CooldownView {
  readonly symbol: string;
  readonly venue: Venue;
  readonly action: CooldownAction;
  readonly endsMs: number;
  readonly totalMs: number;
  /** In words, e.g. `set by operator`. */
  readonly reason: string;
}

/** How the capital of one mode is divided, in US dollars. */
export interface AllocationView {
  readonly totalUsd: string;
  readonly byVenue: readonly { readonly venue: Venue; readonly usd: string }[];
  /** What the most per venue leaves over. */
  readonly unallocatedUsd: string;
}

/** Paper money and real money, each divided for itself. null: no venue is in the mode, or the worth of one is unknown. */
export type CapitalView = Readonly<Record<ExecutionMode, AllocationView | null>>;

/** Losses in a row of one mode, and what they halted. */
export interface LossStreakState {
  readonly losses: number;
  /** A halt begins at so many. */
  readonly lossesMax: number;
  /** Halts since the last release. */
  readonly halts: number;
  /** The last halt that ends by itself is the one before. */
  readonly haltsMax: number;
  /** When a running halt ends; null when none runs. */
  readonly haltEndMs: number | null;
  /** True after the last permitted halt: only a release of the kill switch ends it. */
  readonly isOff: boolean;
}

/** Everything that is one per platform. */
export interface TradingStateView {
  readonly killLevel: KillLevel;
  readonly killReason: string | null;
  readonly killedMs: number | null;
  readonly conditions: readonly Condition[];
  readonly cooldowns: readonly CooldownView[];
  /** By setting name, as the core holds them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of the accounts orders go to. */
  readonly capital: CapitalView;
  /** Realised in the UTC day: gains, fees and funding, also of what is still open. */
  readonly dayPnlUsd: { readonly paper: string; readonly live: string };
  readonly dayStartUnrealisedUsd: { readonly paper: string; readonly live: string };
  /** What the daily loss limit is a share of; null while no account of the mode is known. */
  readonly dayStartEquityUsd: { readonly paper: string | null; readonly live: string | null };
  readonly lossStreak: number;
  readonly lossStreaks: Readonly<Record<ExecutionMode, LossStreakState>>;
  readonly haltedUntilMs: number | null;
  readonly liveVenues: readonly Venue[];
  /** Venues that were switched off. */
  readonly disabledVenues: readonly Venue[];
  readonly journal: { readonly records: number; readonly failures: number; readonly lastSeq: number };
  readonly isReady: boolean;
  /** Why new risk is refused at a venue, in a mode or everywhere, whatever is asked for; as of the last second. */
  readonly blocks: readonly RiskBlock[];
  /** Books that open positions need and that are not live for a second or longer. */
  readonly darkBooks: readonly DarkBook[];
}

/** A paper position whose settlements of the time in which nobody watched are not booked yet. */
export interface FundingDue {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  /** When the position was opened; venue time. */
  readonly sinceMs: number;
}

export interface TradingView {
  readonly atMs: number;
  readonly accounts: readonly AccountView[];
  readonly positions: readonly PositionView[];
  readonly orders: readonly OrderView[];
  readonly state: TradingStateView;
  /** To be read from the venues' history and answered by `book-funding`. */
  readonly fundingDue: readonly FundingDue[];
}

/** An order as a person or a program wishes it; the core makes the intent of it. */
export interface OrderWish {
  readonly venue: Venue;
  readonly market: 'spot' | 'perp';
  readonly symbol: string;
  readonly side: OrderSide;
  readonly type: 'market' | 'limit';
  readonly qtyBase: string | null;
  readonly notionalUsd: string | null;
  readonly px: string | null;
  readonly isReduceOnly: boolean;
  readonly tif: TimeInForce;
  readonly leverage: number | null;
}

/** What would happen. */
export interface OrderPreview {
  readonly previewId: string;
  readonly expiresMs: number;
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly qtyBase: string | null;
  readonly notionalUsd: string | null;
  /** Average price the book would give now; null while the book is not live. */
  readonly expectedPx: string | null;
  readonly slippageBps: number | null;
  readonly feeBps: number | null;
  readonly feeUsd: string | null;
  readonly feeSource: 'account' | 'tier';
  readonly marginUsd: string | null;
  readonly gates: readonly GateDecision[];
  readonly isAllowed: boolean;
  /** Why no order can be made of it at all; null when one can. */
  readonly refusal: string | null;
}

export interface SubmitAnswer {
  readonly intentId: string;
  readonly clientOrderId: string;
  readonly account: AccountKey;
  /** As it stood when the answer was given. */
  readonly order: OrderView;
  readonly gates: readonly GateDecision[];
}

/** What the kill switch did at one venue. */
export interface KillVenueReport {
  readonly venue: Venue;
  readonly account: AccountKey;
  readonly cancelled: number;
  readonly closed: number;
  readonly failed: readonly string[];
  readonly openPositions: number;
  readonly openOrders: number;
}

/** Calls the trading core answers, by name. Every answer is a `Result`; bad input is INPUT_INVALID naming the field. */
export interface TradingCalls {
  'preview-order': { request: OrderWish; answer: OrderPreview };
  /** PREVIEW_EXPIRED, PREVIEW_USED, RISK_… with the vector in detail, or the venue's refusal; ORDER_OUTCOME_UNKNOWN while it is being asked. */
  'execute-order': { request: { readonly previewId: string; readonly by: string }; answer: SubmitAnswer };
  precheck: {
    request: {
      readonly symbol: string;
      readonly mode: 'ARB' | 'SCALP';
      readonly venues: readonly Venue[];
      readonly qtyBase: string | null;
      readonly notionalUsd: string | null;
    };
    answer: {
      readonly isAllowed: boolean;
      readonly suggestedQtyBase: string | null;
      readonly decisions: readonly (GateDecision & { readonly venue: Venue | null })[];
    };
  };
  'cancel-order': {
    request: { readonly account: AccountKey; readonly orderId: string; readonly by: string };
    answer: OrderView;
  };
  'close-position': { request: { readonly positionId: string; readonly by: string }; answer: SubmitAnswer };
  'close-all': {
    request: { readonly by: string };
    answer: { readonly submitted: number; readonly failed: readonly string[] };
  };
  'kill-switch': {
    request: { readonly level: 1 | 2 | 3; readonly reason: string; readonly by: string };
    answer: { readonly level: KillLevel; readonly venues: readonly KillVenueReport[] };
  };
  'release-kill-switch': { request: { readonly by: string }; answer: { readonly level: KillLevel } };
  'set-cooldown': {
    request: {
      readonly symbol: string;
      readonly venue: Venue;
      readonly action: CooldownAction;
      readonly durationMs: number;
      readonly by: string;
    };
    answer: readonly CooldownView[];
  };
  /** Changes nothing. The answer is null while the worth of an account is unknown. */
  'preview-allocation': { request: { readonly value: unknown }; answer: CapitalView };
  'set-setting': {
    request: { readonly name: string; readonly value: unknown; readonly by: string };
    answer: { readonly value: unknown };
  };
  /** Uses, or forgets (null), a key. The answer tells whether its streams came up. */
  'set-key': {
    request: {
      readonly venue: Venue;
      readonly key: VenueKey | null;
      /** A person took the key away: whatever the account holds, the next key may open another one. */
      readonly isForgotten?: boolean;
    };
    answer: { readonly isConnected: boolean; readonly reason: string | null };
  };
  /** ACCOUNT_IN_USE with what is open, when the key may not replace the one in use. Changes nothing. */
  'check-key': { request: { readonly venue: Venue; readonly key: VenueKey }; answer: null };
  /** What the key in use may do. */
  'probe-key': { request: { readonly venue: Venue }; answer: KeyReport & { readonly clockOffsetMs: number | null } };
  /** What a key may do that is not in use, and need not be: it is asked about and kept nowhere. */
  'try-key': {
    request: { readonly venue: Venue; readonly key: VenueKey };
    answer: KeyReport & { readonly clockOffsetMs: number | null };
  };
  /** Live needs EXECUTION=live and, on a real market, the typed confirmation `GO LIVE <VENUE>`. Not kept over a restart there. */
  'set-execution': {
    request: {
      readonly venue: Venue;
      readonly mode: ExecutionMode;
      readonly confirmation: string | null;
      readonly by: string;
    };
    answer: { readonly mode: ExecutionMode };
  };
  /** A venue that is switched off takes no new risk; what is open there may be closed. */
  'set-venue-enabled': {
    request: { readonly venue: Venue; readonly isEnabled: boolean; readonly by: string };
    answer: { readonly isEnabled: boolean };
  };
  /** How the account is set up for a perp, as its venue tells; the venue is asked when what is known is too old. */
  'read-modes': {
    request: { readonly venue: Venue; readonly symbol: string };
    answer: ModesAnswer;
  };
  'fix-modes': {
    request: { readonly venue: Venue; readonly symbol: string; readonly by: string };
    answer: ModesAnswer;
  };
  /** Brings the settlements that `fundingDue` asks for; null where they could not be read, with the reason. Each is booked once. */
  'book-funding': {
    request: {
      readonly account: AccountKey;
      readonly instrumentId: InstrumentId;
      readonly settlements: readonly FundingSettlement[] | null;
      readonly reason: string | null;
    };
    answer: { readonly booked: number; readonly isComplete: boolean };
  };
  /** Brings the cash of every paper account back to its start, as transfers. ACCOUNT_IN_USE while anything stands open, live or paper. */
  'reset-paper': {
    request: { readonly by: string };
    answer: {
      readonly atMs: number;
      /** USDT: what each began with, and what was booked to be there again; negative: taken. */
      readonly accounts: readonly { readonly venue: Venue; readonly startUsdt: string; readonly movedUsdt: string }[];
    };
  };
  reconcile: { request: { readonly venue: Venue }; answer: { readonly isEqual: boolean; readonly text: string } };
}
export type TradingCall = keyof TradingCalls;
