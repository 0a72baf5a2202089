import { armOf, type Planned } from '../../strategies/index.ts';
import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type Decision,
  type DomainError,
  type Result,
} from '../../domain/index.ts';
import type { ProposalPlan } from '../sniping-views.ts';
import { planSnipe, type SnipePlan } from './plan-snipe.ts';
import type { SnipeDesk } from './snipe-desk.ts';
import { accountOf, marketNow, type SnipingContext } from './sniping-context.ts';
import { exposureOf } from './exposure.ts';

/** A proposal can be executed for so long. */
export const PROPOSAL_MS = 30_000;

type Answer = Result<Decision, DomainError>;

/** Proposals of `manual` mode: a person executes or dismisses them. */
export class ProposalDesk {
  private readonly context: SnipingContext;
  private readonly snipes: SnipeDesk;

  constructor(context: SnipingContext, snipes: SnipeDesk) {
    this.context = context;
    this.snipes = snipes;
  }

  /**
   * Trades a proposal at the market of now; the order passes every risk gate like any other.
   *
   * @errors ORDER_NOT_FOUND, ORDER_FINAL (it is no proposal any more), PREVIEW_EXPIRED, ENGINE_NOT_READY (the engine does not run),
   * RISK_KILL_SWITCH, POSITION_LIMIT_REACHED (something is open there now), INPUT_INVALID with why no trade can be planned.
   */
  execute(decisionId: string, by: string): Answer {
    const found = this.proposal(decisionId);
    if (!found.ok) return found;
    const decision = found.value;
    const { core, state } = this.context;
    const { engine } = decision;
    const nowMs = core.clock.nowMs();
    if (nowMs > decision.atMs + PROPOSAL_MS)
      return refuse('PREVIEW_EXPIRED', `decisionId=${decisionId} is older than 30 s`);
    if (core.risk.kill.level > 0) return refuse('RISK_KILL_SWITCH', `level=${core.risk.kill.level}`);
    if (engine === null || !state.runOf(engine).isRunning) return refuse('ENGINE_NOT_READY', 'the engine does not run');
    const planned = this.plan(decision, nowMs);
    if (!planned.ok) return planned;
    const { snipe } = planned.value;
    const executed: Decision = {
      ...decision,
      action: 'traded',
      reason: `executed by ${by}`,
      snipeId: snipe.snipeId,
    };
    if (this.snipes.begin(planned.value, null, [{ kind: 'decision', decision: executed }])) return ok(executed);
    return refuse('ENGINE_JOURNAL_FAILED', `the trade of decisionId=${decisionId} could not be written`);
  }

  /** @errors ORDER_NOT_FOUND, ORDER_FINAL, ENGINE_JOURNAL_FAILED. */
  dismiss(decisionId: string, by: string): Answer {
    const found = this.proposal(decisionId);
    if (!found.ok) return found;
    const decision: Decision = { ...found.value, action: 'watched', reason: `dismissed by ${by}` };
    const written = this.context.core.facts.append([{ kind: 'decision', decision }]);
    return written.ok ? ok(decision) : err(written.error);
  }

  /** Returns what a proposal would trade now, or why it could not; asks and writes nothing. */
  preview(decision: Decision): Planned<ProposalPlan> {
    const found = this.plan(decision, this.context.core.clock.nowMs());
    return found.ok ? { ok: true, value: told(found.value, decision) } : { ok: false, reason: found.error.detail };
  }

  private proposal(decisionId: string): Answer {
    const decision = this.context.state.decisions.byId(decisionId);
    if (decision === null) return refuse('ORDER_NOT_FOUND', `decisionId=${decisionId}`);
    return decision.action === 'proposed'
      ? ok(decision)
      : refuse('ORDER_FINAL', `decisionId=${decisionId} is ${decision.action}`);
  }

  private plan(decision: Decision, nowMs: number) {
    const { core, state, worth } = this.context;
    const { engine, instrumentId } = decision;
    const instrument = core.instrumentOf(instrumentId);
    const arm = armOf(decision.chosenArmId);
    const market = marketNow(this.context, instrumentId);
    if (engine === null || instrument === null || arm === null || market === null) {
      return refuse('INSTRUMENT_UNKNOWN', instrumentId);
    }
    const account = accountOf(this.context, instrument);
    const desk = core.desks.get(account);
    if (desk === undefined) return refuse('VENUE_NOT_READY', `account=${account}`);
    const isOpen =
      core.ledger
        .account(account)
        ?.positions()
        .some((each) => each.instrumentId === instrumentId) === true ||
      state.snipes.open().some(({ snipe }) => snipe.account === account && snipe.instrumentId === instrumentId);
    if (isOpen) return refuse('POSITION_LIMIT_REACHED', `something is open in ${instrumentId}`);
    const mode = core.permit.modeOf(instrument.venue);
    const planned = planSnipe({
      decision,
      engine,
      arm,
      settings: state.settingsOf(engine),
      guard: core.risk.settings.guard,
      market,
      instrument,
      account,
      mode,
      worth: worth.worthOf(desk),
      exposureUsd: exposureOf(state, engine, mode).usd,
      clusterKey: `${decision.trigger.clusterId}@${decision.atMs}`,
      nowMs,
    });
    return planned.ok ? ok(planned.value) : refuse('INPUT_INVALID', planned.reason);
  }
}

const BPS = decimal(10_000);

function told({ snipe, entry }: SnipePlan, { values }: Decision): ProposalPlan {
  const { side, wantedQtyBase, stopPx, takeProfitPx, arm } = snipe;
  const { makerBps, takerBps } = values;
  const notional = decimal(wantedQtyBase).times(decimal(entry.px));
  const entryBps = arm.execution === 'ioc' ? takerBps : makerBps;
  const isFeeKnown = typeof entryBps === 'number' && typeof takerBps === 'number';
  const lost = stopPx === null ? null : decimal(entry.px).minus(decimal(stopPx)).abs();
  return {
    side,
    qtyBase: wantedQtyBase,
    entryPx: entry.px,
    stopPx,
    takeProfitPx,
    notionalUsd: toDecimalString(notional),
    feesUsd: isFeeKnown ? toDecimalString(notional.times(decimal(entryBps).plus(decimal(takerBps))).div(BPS)) : null,
    stopLossUsd: lost === null ? null : toDecimalString(lost.times(decimal(wantedQtyBase))),
  };
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
