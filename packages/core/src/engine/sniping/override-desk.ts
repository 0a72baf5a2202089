import {
  domainError,
  err,
  ok,
  plural,
  SNIPING_ENGINES,
  type DomainError,
  type Result,
  type TradingFact,
} from '../../domain/index.ts';
import type { SnipingCalls } from '../sniping-views.ts';
import { engineView } from './engine-view.ts';
import { eventFact, type SnipingContext } from './sniping-context.ts';
import { OVERRIDE_MS } from './sniping-state.ts';
import { OVERRIDE_PHRASE } from './verdict-rule.ts';

const DAY_MS = 86_400_000;
const OVERRIDE_DAYS_MAX = 90;

type Answer<C extends 'verdict-override' | 'verdict-override-end'> = Result<SnipingCalls[C]['answer'], DomainError>;

/** A person's word that an engine may trade live without a verdict: given, taken back, and its end told. All of it is a record. */
export class OverrideDesk {
  private readonly context: SnipingContext;

  constructor(context: SnipingContext) {
    this.context = context;
  }

  /** Takes the word for some days, 7 when left out. @errors INPUT_INVALID for phrase or days, ENGINE_JOURNAL_FAILED. */
  give(request: SnipingCalls['verdict-override']['request']): Answer<'verdict-override'> {
    const { subject, phrase, by, days = OVERRIDE_MS / DAY_MS } = request;
    if (phrase !== OVERRIDE_PHRASE) return refuse(`phrase must be ${OVERRIDE_PHRASE}`);
    if (!Number.isInteger(days) || days < 1 || days > OVERRIDE_DAYS_MAX) {
      return refuse(`days must be between 1 and ${OVERRIDE_DAYS_MAX}`);
    }
    const expiresMs = this.context.core.clock.nowMs() + days * DAY_MS;
    const text = `${subject} may trade live without a verdict for ${plural(days, 'day')}, by the word of ${by}`;
    const written = this.write([
      { kind: 'verdict-override', subject, phrase, by, expiresMs },
      eventFact('verdict_override', 'WARN', { text, data: { subject, by, expiresMs } }),
    ]);
    return written.ok ? ok(engineView(this.context, subject)) : written;
  }

  /** Takes the word back at once. @errors ENGINE_JOURNAL_FAILED. */
  takeBack({ subject, by }: SnipingCalls['verdict-override-end']['request']): Answer<'verdict-override-end'> {
    const override = this.context.state.overrideOf(subject);
    const isAlready = override === null || override.isEnded;
    if (!isAlready) {
      const written = this.end(
        subject,
        by,
        `${by} took back the word that ${subject} may trade live without a verdict`,
      );
      if (!written.ok) return written;
    }
    return ok({ view: engineView(this.context, subject), isAlready });
  }

  /** Tells of each word whose time is over, once. */
  tick(): void {
    const nowMs = this.context.core.clock.nowMs();
    for (const subject of SNIPING_ENGINES) {
      const override = this.context.state.overrideOf(subject);
      if (override === null || override.isEnded || nowMs < override.expiresMs) continue;
      this.end(
        subject,
        'clock',
        `the word of ${override.by} that ${subject} may trade live without a verdict has ended`,
      );
    }
  }

  private end(subject: string, by: string, text: string): Result<null, DomainError> {
    return this.write([
      { kind: 'verdict-override-end', subject, by },
      eventFact('verdict_override_ended', 'WARN', { text, data: { subject, by } }),
    ]);
  }

  private write(facts: readonly TradingFact[]): Result<null, DomainError> {
    const written = this.context.core.facts.append(facts);
    return written.ok ? ok(null) : err(written.error);
  }
}

function refuse(detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
}
