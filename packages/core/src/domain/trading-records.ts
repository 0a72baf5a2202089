import type { BalanceReport, Income } from './account.ts';
import type { ArbSample, ArbTrade, CarryRound, DustEntry } from './arbitrage.ts';
import type { DomainError } from './errors.ts';
import type { InstrumentId } from './instrument.ts';
import type { GateDecision, OrderIntent, PlannedOrder } from './intents.ts';
import type { AccountKey, Fill, OrderReport } from './orders.ts';
import type {
  Decision,
  DecisionOutcome,
  LearnerChange,
  Snipe,
  SnipingEngine,
  TrailingOrder,
  Verdict,
} from './sniping.ts';
import type { DecimalString } from './units.ts';
import type { Venue } from './venue.ts';

/**
 * Everything the trading core remembers, one record per fact. Records go to the journal before anything acts on them; state is
 * the fold of them, in the engine, in `trading.db` and after a restart alike. Plain JSON; stored rows must stay readable: add
 * fields, never change one.
 */

export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Where a report about an order came from. */
export type ReportSource = 'ack' | 'stream' | 'query' | 'reconcile';

/**
 * Something that stops new risk until it is settled: an order of unknown outcome, a position without its stop, a leg left alone, an
 * account that differs from its venue, a thread that comes late. `key` names it, so that it can be cleared.
 */
export interface Condition {
  readonly key: string;
  readonly kind: 'unknown-order' | 'unprotected' | 'naked' | 'divergence' | 'journal' | 'halted' | 'slow-loop';
  readonly account: AccountKey | null;
  readonly instrumentId: InstrumentId | null;
  readonly text: string;
  readonly sinceMs: number;
}

/** 1: no new risk. 2: also cancels resting entries. 3: also closes every position. Engines stop at each. */
export type KillLevel = 0 | 1 | 2 | 3;

export type CooldownAction = 'trade' | 'cancel';

/** Settings of the core that live in its journal, by name; each value is a plain JSON object that its box checks. */
export const CORE_SETTINGS = [
  'risk-limits',
  'risk-guard',
  'risk-level',
  'allocation',
  'venue-execution',
  'venue-enabled',
] as const;
export type CoreSetting = (typeof CORE_SETTINGS)[number];

export type TradingFact =
  /** A wish and what every gate said of it; `isApproved` false ends it here. */
  | {
      readonly kind: 'intent';
      readonly intent: OrderIntent;
      readonly gates: readonly GateDecision[];
      readonly isApproved: boolean;
      /** Mid of the instrument's book when the gates were asked: what an entry's slippage is measured from. Absent: not known. */
      readonly midPx?: DecimalString;
    }
  /** On disk before the first byte leaves. From here on the order may exist at the venue. */
  | { readonly kind: 'order'; readonly order: PlannedOrder }
  | {
      readonly kind: 'order-report';
      readonly account: AccountKey;
      readonly report: OrderReport;
      readonly source: ReportSource;
    }
  /** The call failed. `not-sent` and `rejected` end the order, `unknown` starts the asking. */
  | { readonly kind: 'order-failed'; readonly clientOrderId: string; readonly error: DomainError }
  /** The venue knows no such order, asked often and long enough, and no position moved: it was never there. */
  | { readonly kind: 'order-absent'; readonly clientOrderId: string; readonly queries: number }
  | { readonly kind: 'cancel'; readonly clientOrderId: string; readonly reason: string }
  | { readonly kind: 'cancel-failed'; readonly clientOrderId: string; readonly error: DomainError }
  /** An order of the venue that we did not give, or gave before our memory: followed from now on. */
  | {
      readonly kind: 'order-adopted';
      readonly account: AccountKey;
      readonly report: OrderReport;
      readonly isOurs: boolean;
    }
  | { readonly kind: 'fill'; readonly account: AccountKey; readonly fill: Fill }
  | { readonly kind: 'income'; readonly account: AccountKey; readonly income: Income }
  /** The venue holds another quantity than our fills explain; ours becomes the venue's. `px` is the cost basis taken. */
  | {
      readonly kind: 'position-set';
      readonly account: AccountKey;
      readonly instrumentId: InstrumentId;
      readonly qtyBase: DecimalString;
      readonly px: DecimalString;
      readonly why: 'opening-balance' | 'venue-truth';
      /** Venue time of the quantity: a fill that the venue stamped later is not in it. Absent: the record's own time stands in. */
      readonly asOfMs?: number;
    }
  /**
   * The account at the venue that our books of `account` are about from here on, and the key that opens it. `archives`: they were about
   * another one; those books end here and new ones begin. `venueAccountId` null: a person took the key away.
   */
  | {
      readonly kind: 'account-owner';
      readonly account: AccountKey;
      readonly venueAccountId: string | null;
      readonly keySavedMs: number | null;
      readonly archives: boolean;
    }
  /** Cash of an account as the venue states it, or as paper starts with it. Differences to our sum become transfers. */
  | { readonly kind: 'balances'; readonly account: AccountKey; readonly balances: readonly BalanceReport[] }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'condition-cleared'; readonly key: string; readonly text: string }
  | { readonly kind: 'kill-switch'; readonly level: KillLevel; readonly reason: string; readonly by: string }
  | {
      readonly kind: 'cooldown';
      readonly symbol: string;
      readonly venue: Venue;
      readonly action: CooldownAction;
      /** 0 clears it. */
      readonly durationMs: number;
      readonly reason: string;
    }
  | { readonly kind: 'setting'; readonly name: CoreSetting; readonly value: unknown; readonly by: string }
  | {
      readonly kind: 'equity';
      readonly account: AccountKey;
      readonly cashUsd: DecimalString;
      readonly unrealisedUsd: DecimalString;
    }
  /** An engine was started or stopped, by a person or by a rule. */
  | {
      readonly kind: 'engine-run';
      readonly engine: SnipingEngine;
      readonly isRunning: boolean;
      readonly reason: string;
      readonly by: string;
    }
  /** Settings of an engine as they stand from here on; its own box checks them. */
  | { readonly kind: 'engine-settings'; readonly engine: SnipingEngine; readonly value: unknown; readonly by: string }
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'decision-outcome'; readonly outcome: DecisionOutcome }
  | { readonly kind: 'snipe'; readonly snipe: Snipe }
  /**
   * Where a position is to be stopped from now on: break-even, trail. Protection places the new stop, then takes the old one away.
   * `stopPx` null: the wish ends with its position. `side` is the position's: a wish never passes to one of the other side.
   */
  | {
      readonly kind: 'stop-wish';
      readonly account: AccountKey;
      readonly instrumentId: InstrumentId;
      readonly side: 'long' | 'short';
      readonly stopPx: DecimalString | null;
    }
  | { readonly kind: 'trailing'; readonly order: TrailingOrder }
  | { readonly kind: 'trailing-removed'; readonly orderId: string; readonly by: string }
  | { readonly kind: 'learner'; readonly change: LearnerChange; readonly by: string }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  /** A person lets an engine trade live without a passed verdict, by a typed phrase. */
  | {
      readonly kind: 'verdict-override';
      readonly subject: string;
      readonly phrase: string;
      readonly by: string;
      /** When the word ends; in older records absent: seven days after it was given. */
      readonly expiresMs?: number;
    }
  /** Such a word has ended: a person took it back, or its time was over (`by` is then `clock`). */
  | { readonly kind: 'verdict-override-end'; readonly subject: string; readonly by: string }
  /** An arbitrage as it stands from here on. */
  | { readonly kind: 'arb'; readonly trade: ArbTrade }
  | { readonly kind: 'carry-round'; readonly round: CarryRound }
  | { readonly kind: 'dust'; readonly dust: DustEntry }
  | { readonly kind: 'arb-sample'; readonly sample: ArbSample }
  /** Settings of the arbitrage engine as they stand from here on; its own box checks them. */
  | { readonly kind: 'arb-settings'; readonly value: unknown; readonly by: string }
  /** A person's word on the arbitrage learner. */
  | { readonly kind: 'arb-learner'; readonly change: 'reset' | 'freeze' | 'unfreeze'; readonly by: string }
  /** For people: what happened, in words. */
  | {
      readonly kind: 'event';
      readonly event: string;
      readonly severity: Severity;
      readonly symbol: string | null;
      readonly venues: readonly Venue[];
      readonly text: string;
      readonly data: Readonly<Record<string, unknown>>;
    };

/** A fact in its place. `seq` grows by one with every record of a data folder, for ever. */
export type TradingRecord = TradingFact & { readonly seq: number; readonly atMs: number };

/** Kinds that only the engines read: they move no money, no order and no limit. */
export const ENGINE_FACT_KINDS = [
  'engine-run',
  'engine-settings',
  'decision',
  'decision-outcome',
  'snipe',
  'stop-wish',
  'trailing',
  'trailing-removed',
  'learner',
  'verdict',
  'verdict-override',
  'verdict-override-end',
  'arb',
  'carry-round',
  'arb-sample',
  'arb-settings',
  'arb-learner',
] as const satisfies readonly TradingFact['kind'][];
type EngineRecord = Extract<TradingRecord, { readonly kind: (typeof ENGINE_FACT_KINDS)[number] }>;
const ENGINE_KINDS: ReadonlySet<string> = new Set(ENGINE_FACT_KINDS);

/** Returns true for what only the engines read. */
export function isEngineRecord(record: TradingRecord): record is EngineRecord {
  return ENGINE_KINDS.has(record.kind);
}

/** Where the core's facts go first. Appending throws nothing: a failure is told, and nothing was remembered. */
export interface Journal {
  /** Writes all facts in one go. They survive a crash of the process when this returns, and a power cut some ms later. */
  append(
    facts: readonly TradingFact[],
    atMs: number,
  ):
    | { readonly ok: true; readonly records: readonly TradingRecord[] }
    | { readonly ok: false; readonly error: DomainError };
}
