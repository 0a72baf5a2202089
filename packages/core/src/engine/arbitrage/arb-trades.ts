import type {
  ArbTrade,
  Bracket,
  DecimalString,
  DomainError,
  GateDecision,
  InstrumentId,
  LegKey,
  Result,
  Sequencing,
} from '../../domain/index.ts';

/** What an arbitrage is to be: two listings and a size. What is left null is taken from the settings. */
export interface PlanRequest {
  readonly buyId: InstrumentId;
  readonly sellId: InstrumentId;
  readonly qtyBase: DecimalString | null;
  readonly notionalUsd: DecimalString | null;
  readonly source: ArbTrade['source'];
  readonly roundId: string | null;
  readonly sequencing: Sequencing | null;
  readonly bracket: Bracket;
  readonly takeProfitBps: number | null;
  readonly stopLossBps: number | null;
  /** null: the pair is not closed by its spread. */
  readonly exitSpreadBps: number | null;
  readonly maxHoldMs: number | null;
  readonly leverage: number | null;
  /** For `carry` the round has judged the expectation already. */
  readonly acceptsNegative: boolean;
  readonly by: string;
}

/** A trade as it would be sent, with the word of every gate of both legs. */
export interface ArbPlan {
  readonly request: PlanRequest;
  readonly trade: ArbTrade;
  readonly gates: readonly (GateDecision & { readonly leg: LegKey })[];
  /** null when it may be opened. */
  readonly refusal: DomainError | null;
  /** The smallest amount that both legs take at the prices of now. */
  readonly minNotionalUsd: DecimalString;
}

/** Plans, opens and closes arbitrages. */
export interface ArbTrades {
  /** Reads what both accounts need to be asked, then judges. A plan that may not be opened has its `refusal`. @errors INSTRUMENT_UNKNOWN, INPUT_INVALID, VENUE_NOT_READY, RISK_BOOK_STALE. */
  plan(request: PlanRequest): Promise<Result<ArbPlan, DomainError>>;
  /** Plans anew at the prices of now and sends; the trade is a record when this resolves. @errors as `plan`, and what forbids it. */
  open(request: PlanRequest): Promise<Result<ArbTrade, DomainError>>;
  /** Begins the exit. @errors ARBITRAGE_NOT_FOUND, ORDER_FINAL. */
  exit(arbId: string, reason: string): Result<ArbTrade, DomainError>;
}
