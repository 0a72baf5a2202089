import {
  domainError,
  err,
  ok,
  type DomainError,
  type GateDecision,
  type Instrument,
  type OrderIntent,
  type Result,
  type TradingFact,
} from '../../domain/index.ts';
import type { Submitted } from '../../execution/index.ts';
import type { SubmitAnswer } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';
import { orderView } from './order-view.ts';
import type { Judgement, PairedLeg, RiskDesk } from './risk-desk.ts';

type Answer<T> = Promise<Result<T, DomainError>>;

/** The one way of an intent to its venue, whoever wants it: the gates judge it, and only what all of them allow is sent. */
export class OrderSender {
  private readonly context: CoreContext;
  private readonly risk: RiskDesk;

  constructor(context: CoreContext, risk: RiskDesk) {
    this.context = context;
    this.risk = risk;
  }

  /** Runs the gates and, when all agree, sends; what they said is remembered either way, behind the facts of `before`. */
  async submit(
    intent: OrderIntent,
    instrument: Instrument,
    account: AccountDesk,
    before: readonly TradingFact[] = [],
  ): Answer<SubmitAnswer> {
    const judged = this.risk.judge(intent, instrument, { account });
    const sent = await this.send(intent, judged, before);
    if (!sent.ok) return sent;
    const { order, clientOrderId } = sent.value;
    return ok({
      intentId: intent.intentId,
      clientOrderId,
      account: account.account,
      order: orderView(order),
      gates: judged.gates,
    });
  }

  /** Asks every gate; sends nothing. `paired` is the other leg of a pair that is opened with it. */
  judge(intent: OrderIntent, instrument: Instrument, account: AccountDesk, paired?: PairedLeg): Judgement {
    return this.risk.judge(intent, instrument, { account, ...(paired === undefined ? {} : { paired }) });
  }

  /**
   * Sends orders that belong together, with `before` and all of them as one append; what a gate denied is remembered and not sent.
   *
   * @errors as `Executor.submitTogether`; then nothing was sent and nothing remembered.
   */
  sendTogether(
    wanted: readonly { readonly intent: OrderIntent; readonly judged: Judgement }[],
    before: readonly TradingFact[],
  ): Result<readonly Promise<Result<Submitted, DomainError>>[], DomainError> {
    const denied = wanted.flatMap(({ intent, judged }): readonly TradingFact[] =>
      judged.approved === null ? [{ kind: 'intent', intent, gates: judged.gates, isApproved: false }] : [],
    );
    const approved = wanted.flatMap(({ judged }) =>
      judged.approved === null
        ? []
        : [
            {
              intent: judged.approved.intent,
              plan: { order: judged.approved.order, gates: judged.gates, midPx: judged.midPx },
            },
          ],
    );
    return this.context.executor.submitTogether(approved, [...before, ...denied]);
  }

  /** Sends what was judged. */
  async send(intent: OrderIntent, judged: Judgement, before: readonly TradingFact[] = []): Answer<Submitted> {
    if (judged.approved === null) {
      this.context.facts.append([...before, { kind: 'intent', intent, gates: judged.gates, isApproved: false }]);
      return err(judged.refusal ?? blockedBy(judged.gates));
    }
    const { intent: approved, order } = judged.approved;
    return this.context.executor.submit(approved, { order, gates: judged.gates, midPx: judged.midPx, before });
  }
}

/** Returns why a judgement forbids its order: the first gate's code, and what each of them said. */
export function blockedBy(gates: readonly GateDecision[]): DomainError {
  const blocks = gates.filter(({ ok: isOk }) => !isOk);
  const [first] = blocks;
  if (first?.code === undefined || first.code === null)
    throw new Error('Invariant: not approved, and no gate says why');
  const detail = blocks.map(({ gate, detail: text }) => `${gate}: ${text}`).join('; ');
  return domainError(first.code, detail, { outcome: 'not-sent' });
}
