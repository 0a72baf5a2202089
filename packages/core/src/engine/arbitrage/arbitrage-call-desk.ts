import { domainError, err, ok, type DomainError, type Result } from '../../domain/index.ts';
import { parseArbitrageSettings } from '../../strategies/arbitrage-execution/index.ts';
import type { ArbitrageCall, ArbitrageCalls, ArbPlanView, CheckSummary, WhyNotView } from '../arbitrage-views.ts';
import { opportunityView } from '../hot-batch-views.ts';
import type { BorrowRates } from './account-knowledge.ts';
import type { ArbDesk } from './arb-desk.ts';
import type { ArbPlan } from './arb-trades.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import { tradeView } from './build-arbitrage-view.ts';
import type { CarryDesk } from './carry/carry-desk.ts';
import type { LearningDesk } from './learning/learning-desk.ts';
import { closeRefusal } from './silent-leg.ts';
import { requestOfWish } from './wish-to-request.ts';

type Answer<C extends ArbitrageCall> = Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;
type Handlers = { readonly [C in ArbitrageCall]: (request: ArbitrageCalls[C]['request']) => Answer<C> };

const ROWS_MAX = 200;
const ROWS = 50;
/** A list that is looked at shows no more of them at once; each walks two books. */
const SUMMARIES_MAX = 50;

export interface ArbitrageCallParts {
  readonly arbs: ArbDesk;
  readonly carry: CarryDesk;
  readonly learning: LearningDesk;
  readonly borrow: BorrowRates;
}

/** Answers the calls about arbitrage, one line per call. */
export class ArbitrageCallDesk {
  private readonly context: ArbitrageContext;
  private readonly arbs: ArbDesk;
  private readonly handlers: Handlers;

  constructor(context: ArbitrageContext, { arbs, carry, learning, borrow }: ArbitrageCallParts) {
    this.context = context;
    this.arbs = arbs;
    this.handlers = {
      'arb-preview': (request) => this.preview(request),
      'arb-execute': (request) => this.execute(request),
      'arb-close': async (request) => this.close(request),
      'arb-flatten': async ({ arbId, by }) => this.answered(await arbs.flatten(arbId, by)),
      'arb-settings': async (request) => this.setSettings(request),
      'arb-why-not': async (request) => this.whyNot(request),
      'arb-checks': async ({ opportunityIds }) => ok({ rows: this.summaries(opportunityIds) }),
      'arb-query': async (request) => this.query(request),
      triangular: async (request) => this.triangular(request),
      'carry-plan': (request) => carry.plan(request),
      'carry-execute': (request) => carry.execute(request),
      'carry-close': (request) => carry.close(request),
      'carry-history': (request) => carry.noteHistory(request),
      'borrow-rates': async ({ venue, rates }) => ok({ known: borrow.set(venue, rates) }),
      'arb-learner': async (request) => learning.change(request),
    };
  }

  has(name: string): name is ArbitrageCall {
    return Object.hasOwn(this.handlers, name);
  }

  /** Never throws: a bug is told in the log and as an event, and answers ENGINE_NOT_READY. */
  async answer<C extends ArbitrageCall>(name: C, request: ArbitrageCalls[C]['request']): Answer<C> {
    const handler = this.handlers[name] as (request: ArbitrageCalls[C]['request']) => Answer<C>;
    const { core } = this.context;
    try {
      return await handler(request);
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      core.log.error('a call of the arbitrage engine failed', { call: name, detail });
      core.facts.append([eventFact('call_failed', 'ERROR', { text: `${name} failed` })]);
      return err(domainError('ENGINE_NOT_READY', `call=${name} failed`, { outcome: 'unknown' }));
    }
  }

  private async preview(wish: ArbitrageCalls['arb-preview']['request']): Answer<'arb-preview'> {
    const request = requestOfWish(this.context, wish);
    if (!request.ok) return request;
    const planned = await this.arbs.plan(request.value);
    return planned.ok ? ok(planView(planned.value)) : planned;
  }

  private async execute(wish: ArbitrageCalls['arb-execute']['request']): Answer<'arb-execute'> {
    const request = requestOfWish(this.context, wish);
    if (!request.ok) return request;
    const opened = await this.arbs.open(request.value);
    return opened.ok ? ok({ trade: opened.value }) : opened;
  }

  /** A leg that stands alone is closed as far as the market. @errors RISK_BOOK_STALE while the venue of a leg is silent, those of the trade. */
  private async close({ arbId, by }: ArbitrageCalls['arb-close']['request']): Answer<'arb-close'> {
    const trade = this.context.state.trades.byId(arbId)?.trade;
    const refusal = trade === undefined ? null : closeRefusal(this.context, trade);
    if (refusal !== null) return err(refusal);
    const isNaked = trade?.state === 'naked';
    return this.answered(isNaked ? await this.arbs.flatten(arbId, by) : this.arbs.exit(arbId, `closed by ${by}`));
  }

  private answered(
    done: Awaited<ReturnType<ArbDesk['flatten']>>,
  ): Result<ArbitrageCalls['arb-close']['answer'], DomainError> {
    return done.ok ? ok({ trade: done.value }) : done;
  }

  private setSettings({
    value,
    by,
  }: ArbitrageCalls['arb-settings']['request']): Result<ArbitrageCalls['arb-settings']['answer'], DomainError> {
    const { core, state } = this.context;
    const parsed = parseArbitrageSettings(value, state.settings);
    if (!parsed.ok) {
      const given = (value ?? {}) as Readonly<Record<string, unknown>>;
      return refuse(
        'INPUT_INVALID',
        parsed.fields
          .map(({ field, text }) => `${field} ${text}, is ${JSON.stringify(given[field])}`.trim())
          .join('; '),
      );
    }
    const text = `arbitrage settings changed by ${by}`;
    const written = core.facts.append([
      { kind: 'arb-settings', value: parsed.value, by },
      eventFact('arbitrage_settings', 'INFO', { text, data: { changed: value, by } }),
    ]);
    return written.ok ? ok(this.context.state.settings) : err(written.error);
  }

  private whyNot({
    opportunityId,
    qtyBase = null,
    notionalUsd = null,
  }: ArbitrageCalls['arb-why-not']['request']): Result<WhyNotView, DomainError> {
    const { core, scanner, store } = this.context;
    const nowMs = core.clock.nowMs();
    const size = {
      ...(qtyBase === null ? {} : { qtyBase: Number(qtyBase) }),
      ...(notionalUsd === null ? {} : { notionalUsd: Number(notionalUsd) }),
    };
    const checked = scanner.checks(opportunityId, nowMs, qtyBase === null && notionalUsd === null ? null : size);
    if (checked === null) return refuse('ARBITRAGE_NOT_FOUND', `opportunityId=${opportunityId}`);
    const { row, checks, wouldPassAtBps } = checked;
    return ok({ opportunity: opportunityView(row, store), atMs: nowMs, checks, wouldPassAtBps });
  }

  private summaries(opportunityIds: readonly string[]): CheckSummary[] {
    const { core, scanner } = this.context;
    const nowMs = core.clock.nowMs();
    return opportunityIds.slice(0, SUMMARIES_MAX).flatMap((opportunityId) => {
      const checks = scanner.checks(opportunityId, nowMs)?.checks;
      if (checks === undefined) return [];
      const nearest = checks.find(({ ok: isHeld }) => !isHeld)?.check ?? null;
      const passed = checks.filter(({ ok: isHeld }) => isHeld).length;
      return [{ opportunityId, passed, total: checks.length, nearestMiss: nearest }];
    });
  }

  private query(
    request: ArbitrageCalls['arb-query']['request'],
  ): Result<ArbitrageCalls['arb-query']['answer'], DomainError> {
    const { arbId, state, symbol, beforeMs, limit = ROWS } = request;
    if (!Number.isInteger(limit) || limit < 1 || limit > ROWS_MAX) {
      return refuse('INPUT_INVALID', `limit must be between 1 and ${ROWS_MAX}, is ${limit}`);
    }
    const { trades } = this.context.state;
    const found = [...trades.finished(), ...trades.open()]
      .filter(
        ({ trade }) =>
          (arbId === undefined || trade.arbId === arbId) &&
          (state === undefined || trade.state === state) &&
          (symbol === undefined || trade.symbol === symbol) &&
          (beforeMs === undefined || trade.startedMs < beforeMs),
      )
      .sort((a, b) => b.trade.startedMs - a.trade.startedMs);
    return ok({ trades: found.slice(0, limit).map((each) => tradeView(this.context, each)), total: found.length });
  }

  private triangular({
    symbol,
    venues,
  }: ArbitrageCalls['triangular']['request']): Result<ArbitrageCalls['triangular']['answer'], DomainError> {
    const triangles = this.context.scanner.triangles(symbol, venues);
    const reason = triangles.length > 0 ? null : 'no three books of one venue make a round trip here';
    return ok({ triangles, reason });
  }
}

function planView({ trade, gates, refusal, minNotionalUsd }: ArbPlan): ArbPlanView {
  const text = refusal === null ? null : `${refusal.code} ${refusal.detail}`;
  return { trade, gates, isAllowed: refusal === null, refusal: text, minNotionalUsd };
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
