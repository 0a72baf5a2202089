import {
  domainError,
  err,
  ok,
  type Decision,
  type DomainError,
  type Result,
  type TradingFact,
} from '../../domain/index.ts';
import { buildOraculisView, Oraculis, ORACULIS_FEATURES, parsePolicy } from '../../strategies/index.ts';
import type { DecisionDetail, SnipingCall, SnipingCalls } from '../sniping-views.ts';
import type { EngineDesk } from './engine-desk.ts';
import type { ProposalDesk } from './proposal-desk.ts';
import type { RadarDesk } from './radar-desk.ts';
import { eventFact, type SnipingContext } from './sniping-context.ts';
import type { TrailingDesk } from './trailing-desk.ts';
import type { OverrideDesk } from './override-desk.ts';

type Answer<C extends SnipingCall> = Promise<Result<SnipingCalls[C]['answer'], DomainError>>;
type Handlers = { readonly [C in SnipingCall]: (request: SnipingCalls[C]['request']) => Answer<C> };

const ROWS_MAX = 200;
const ROWS = 50;

export interface SnipingCallParts {
  readonly engines: EngineDesk;
  readonly trailing: TrailingDesk;
  readonly proposals: ProposalDesk;
  readonly radar: RadarDesk;
  readonly overrides: OverrideDesk;
}

/** Answers the calls about the engines, one line per call. */
export class SnipingCallDesk {
  private readonly context: SnipingContext;
  private readonly handlers: Handlers;

  constructor(context: SnipingContext, { engines, trailing, proposals, radar, overrides }: SnipingCallParts) {
    this.context = context;
    this.handlers = {
      'start-engine': async (request) => engines.start(request),
      'stop-engine': async (request) => engines.stop(request),
      'start-all': (request) => engines.startAll(request),
      'stop-all': (request) => engines.stopAll(request),
      'set-engine-settings': async (request) => engines.setSettings(request),
      'execute-decision': async ({ decisionId, by }) => this.detailed(proposals.execute(decisionId, by)),
      'dismiss-decision': async ({ decisionId, by }) => this.detailed(proposals.dismiss(decisionId, by)),
      'trailing-create': async (request) => trailing.create(request),
      'trailing-start': async ({ orderId }) => trailing.begin(orderId),
      'trailing-remove': async ({ orderId, by }) => trailing.remove(orderId, by),
      'learner-change': async (request) => this.changeLearner(request),
      'learner-state': async () => ok(this.learnerState()),
      'add-verdict': async (request) => this.addVerdict(request),
      'verdict-override': async (request) => overrides.give(request),
      'verdict-override-end': async (request) => overrides.takeBack(request),
      'sniping-query': async (request) => this.query(request),
      'warm-market': async ({ instrumentId, candles }) => {
        const ix = context.core.eyes.ixOf(instrumentId);
        if (ix !== null) radar.markets.warm(ix, candles, context.core.clock.nowMs());
        return ok({ isKnown: ix !== null });
      },
    };
  }

  has(name: string): name is SnipingCall {
    return Object.hasOwn(this.handlers, name);
  }

  /** Never throws: a bug is told in the log and as an event, and answers ENGINE_NOT_READY. */
  async answer<C extends SnipingCall>(name: C, request: SnipingCalls[C]['request']): Answer<C> {
    const handler = this.handlers[name] as (request: SnipingCalls[C]['request']) => Answer<C>;
    const { core } = this.context;
    try {
      return await handler(request);
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      core.log.error('a call of the sniping engines failed', { call: name, detail });
      core.facts.append([eventFact('call_failed', 'ERROR', { text: `${name} failed` })]);
      return err(domainError('ENGINE_NOT_READY', `call=${name} failed`, { outcome: 'unknown' }));
    }
  }

  private learnerState(): SnipingCalls['learner-state']['answer'] {
    const { learner } = this.context.state;
    const told = { learner: learner.snapshot() };
    if (!(learner instanceof Oraculis)) return { ...told, view: null, policy: null };
    return { ...told, view: buildOraculisView(learner), policy: learner.exportPolicy() };
  }

  private changeLearner({ change, by }: SnipingCalls['learner-change']['request']) {
    if (change.kind === 'exploration' && !(change.scale >= 0 && change.scale <= 10)) {
      return refuse('INPUT_INVALID', 'scale must be between 0 and 10');
    }
    if (change.kind === 'import') {
      const parsed = parsePolicy(change.policy, ORACULIS_FEATURES);
      const faults = parsed.ok ? [] : parsed.fields;
      if (faults.length > 0) {
        return refuse('INPUT_INVALID', faults.map(({ field, text }) => `${field} ${text}`.trim()).join('; '));
      }
    }
    const text = `the learner: ${change.kind}`;
    const written = this.write([
      { kind: 'learner', change, by },
      eventFact('learner_changed', 'INFO', { text, data: { change: change.kind, by } }),
    ]);
    return written.ok ? ok({ learner: this.context.state.learner.snapshot() }) : written;
  }

  private addVerdict({ verdict, by }: SnipingCalls['add-verdict']['request']) {
    const text = `the lab judged ${verdict.subject}: ${verdict.verdict}`;
    const written = this.write([
      { kind: 'verdict', verdict },
      eventFact('verdict', 'INFO', { text, data: { subject: verdict.subject, verdict: verdict.verdict, by } }),
    ]);
    return written.ok ? ok(verdict) : written;
  }

  private query(request: SnipingCalls['sniping-query']['request']) {
    const { decisionId, symbol, action, beforeMs, afterMs, offset = 0, limit = ROWS } = request;
    if (!Number.isInteger(limit) || limit < 1 || limit > ROWS_MAX) {
      return refuse('INPUT_INVALID', `limit must be between 1 and ${ROWS_MAX}`);
    }
    if (!Number.isInteger(offset) || offset < 0) return refuse('INPUT_INVALID', 'offset must be 0 or more');
    const found = this.context.state.decisions
      .list()
      .filter(
        (decision) =>
          (decisionId === undefined || decision.decisionId === decisionId) &&
          (symbol === undefined || decision.symbol === symbol) &&
          (action === undefined || decision.action === action) &&
          (beforeMs === undefined || decision.atMs < beforeMs) &&
          (afterMs === undefined || decision.atMs >= afterMs),
      )
      .toReversed();
    return ok({ rows: found.slice(offset, offset + limit).map((each) => this.detail(each)), total: found.length });
  }

  private detailed(done: Result<Decision, DomainError>): Result<DecisionDetail, DomainError> {
    return done.ok ? ok(this.detail(done.value)) : done;
  }

  private detail(decision: Decision): DecisionDetail {
    const { decisions, snipes } = this.context.state;
    const snipe = decision.snipeId === null ? null : (snipes.byId(decision.snipeId)?.snipe ?? null);
    return { decision, outcome: decisions.outcomeOf(decision.decisionId), snipe };
  }

  private write(facts: readonly TradingFact[]): Result<null, DomainError> {
    const written = this.context.core.facts.append(facts);
    return written.ok ? ok(null) : err(written.error);
  }
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
