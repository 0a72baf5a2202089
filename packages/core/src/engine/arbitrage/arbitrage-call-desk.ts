import { domainError, err, type DomainError, type Result } from '../../domain/index.ts';
import type { ArbitrageCall, ArbitrageCalls } from '../arbitrage-views.ts';
import type { ArbDesk } from './arb-desk.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import type { CarryDesk } from './carry/carry-desk.ts';
import type { LearningDesk } from './learning/learning-desk.ts';

type Answer<C extends ArbitrageCall> = Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;
type Handlers = { readonly [C in ArbitrageCall]?: (request: ArbitrageCalls[C]['request']) => Answer<C> };

export interface ArbitrageCallParts {
  readonly arbs: ArbDesk;
  readonly carry: CarryDesk;
  readonly learning: LearningDesk;
}

/** Answers the calls about arbitrage, one line per call. */
export class ArbitrageCallDesk {
  private readonly context: ArbitrageContext;
  private readonly handlers: Handlers;

  constructor(context: ArbitrageContext, { carry }: ArbitrageCallParts) {
    this.context = context;
    this.handlers = {
      'carry-plan': (request) => carry.plan(request),
      'carry-execute': (request) => carry.execute(request),
      'carry-close': (request) => carry.close(request),
      'carry-history': (request) => carry.noteHistory(request),
    };
  }

  has(name: string): name is ArbitrageCall {
    return Object.hasOwn(this.handlers, name);
  }

  /** Never throws: a bug is told in the log and as an event, and answers ENGINE_NOT_READY. */
  async answer<C extends ArbitrageCall>(name: C, request: ArbitrageCalls[C]['request']): Answer<C> {
    const handler = this.handlers[name] as ((request: ArbitrageCalls[C]['request']) => Answer<C>) | undefined;
    const { core } = this.context;
    if (handler === undefined) return err(domainError('INPUT_INVALID', `call=${name}`, { outcome: 'not-sent' }));
    try {
      return await handler(request);
    } catch (e) {
      const detail = e instanceof Error ? (e.stack ?? e.message) : String(e);
      core.log.error('a call of the arbitrage engine failed', { call: name, detail });
      core.facts.append([eventFact('call_failed', 'ERROR', { text: `${name} failed` })]);
      return err(domainError('ENGINE_NOT_READY', `call=${name} failed`, { outcome: 'unknown' }));
    }
  }
}
