import {
  domainError,
  err,
  ok,
  SNIPING_ENGINES,
  type DomainError,
  type Result,
  type SnipingEngine,
  type TradingFact,
} from '../../domain/index.ts';
import { parsePasSettings } from '../../strategies/index.ts';
import type { EngineAnswer, SnipingCalls } from '../sniping-views.ts';
import { engineView } from './engine-view.ts';
import { accountOf, eventFact, type SnipingContext } from './sniping-context.ts';

type Verb = 'start' | 'stop';
type Act = (engine: SnipingEngine) => Result<EngineAnswer, DomainError>;
type Answer<T> = Promise<Result<T, DomainError>>;

/** Pauses between the two engines when both are started or stopped. */
const GAP_MS: Readonly<Record<Verb, number>> = { start: 1_000, stop: 500 };
const DONE: Readonly<Record<Verb, string>> = { start: 'started', stop: 'stopped' };

const TITLES: Readonly<Record<SnipingEngine, string>> = { 'pas-trader': 'PAS Trader', oraculis: 'Oraculis' };

/** Starts and stops the engines and keeps their settings. Everything is a record: a restart finds engines as they were left. */
export class EngineDesk {
  private readonly context: SnipingContext;
  /** Grows with every wish: the newest counts, a sequence that waits gives way. */
  private wishes = 0;
  /** The sequence under way: whoever wishes for the same gets its answer. */
  private turn: {
    readonly verb: Verb;
    readonly wish: number;
    readonly answer: Answer<readonly EngineAnswer[]>;
  } | null = null;

  constructor(context: SnipingContext) {
    this.context = context;
  }

  /**
   * Starts an engine, with changed settings where some are given. One that runs already goes on with those it has.
   *
   * @errors RISK_KILL_SWITCH, VENUE_NOT_READY, INPUT_INVALID naming the fields, ENGINE_JOURNAL_FAILED.
   */
  start(request: SnipingCalls['start-engine']['request']): Result<EngineAnswer, DomainError> {
    this.wishes += 1;
    return this.startOne(request);
  }

  /** Stops an engine: entries that rest are cancelled, open trades are managed until they are flat. @errors ENGINE_JOURNAL_FAILED. */
  stop({ engine, by, reason }: SnipingCalls['stop-engine']['request']): Result<EngineAnswer, DomainError> {
    this.wishes += 1;
    return this.stopOne(engine, by, reason ?? 'stopped by a person');
  }

  /**
   * Starts PAS Trader and, a second later, Oraculis. The answer comes when both are done; a second wish for it meanwhile gets the same one.
   *
   * @errors of the first that fails; ENGINE_SUPERSEDED when another start or stop came in between, with what was done until then.
   */
  async startAll({ by }: SnipingCalls['start-all']['request']): Answer<readonly EngineAnswer[]> {
    return this.inTurn('start', (engine) => this.startOne({ engine, by }));
  }

  /** Stops PAS Trader and, half a second later, Oraculis. @errors as `startAll`. */
  async stopAll({ by }: SnipingCalls['stop-all']['request']): Answer<readonly EngineAnswer[]> {
    return this.inTurn('stop', (engine) => this.stopOne(engine, by, 'stopped by a person'));
  }

  /**
   * Changes settings. Those of a running engine are locked, its risk level alone is not.
   *
   * @errors INPUT_INVALID with every faulty field, ENGINE_RUNNING naming the locked ones, ENGINE_JOURNAL_FAILED.
   */
  setSettings({
    engine,
    value,
    by,
  }: SnipingCalls['set-engine-settings']['request']): Result<EngineAnswer, DomainError> {
    const facts = this.settingsFacts(engine, value, by);
    if (!facts.ok) return facts;
    const locked = this.lockedOf(engine, value);
    if (locked.length > 0) {
      return refuse('ENGINE_RUNNING', `${TITLES[engine]} runs: stop it first, then change ${locked.join(', ')}`);
    }
    const written = this.context.core.facts.append(facts.value);
    return written.ok ? ok(this.answer(engine, false)) : err(written.error);
  }

  private startOne({
    engine,
    settings,
    by,
  }: SnipingCalls['start-engine']['request']): Result<EngineAnswer, DomainError> {
    const { core, state } = this.context;
    if (core.risk.kill.level > 0) {
      return refuse('RISK_KILL_SWITCH', `the kill switch is on, level ${core.risk.kill.level}: release it first`);
    }
    if (state.runOf(engine).isRunning) return ok(this.answer(engine, true));
    const changed = settings === undefined ? ok([]) : this.settingsFacts(engine, settings, by);
    if (!changed.ok) return changed;
    const value =
      settings === undefined ? state.settingsOf(engine) : parsePasSettings(settings, state.settingsOf(engine));
    const venue = 'ok' in value ? (value.ok ? value.value.venue : null) : value.venue;
    if (venue !== null) {
      const fault = this.venueFault(venue);
      if (fault !== null) return refuse('VENUE_NOT_READY', fault);
    }
    const written = core.facts.append([
      ...changed.value,
      { kind: 'engine-run', engine, isRunning: true, reason: 'started by a person', by },
      eventFact('engine_started', 'INFO', { text: `${TITLES[engine]} started`, data: { engine, by } }),
    ]);
    return written.ok ? ok(this.answer(engine, false)) : err(written.error);
  }

  private stopOne(engine: SnipingEngine, by: string, reason: string): Result<EngineAnswer, DomainError> {
    const { core, state } = this.context;
    if (!state.runOf(engine).isRunning) return ok(this.answer(engine, true));
    const text = `${TITLES[engine]} stopped: ${reason}`;
    const written = core.facts.append([
      { kind: 'engine-run', engine, isRunning: false, reason, by },
      eventFact('engine_stopped', 'INFO', { text, data: { engine, by } }),
    ]);
    return written.ok ? ok(this.answer(engine, false)) : err(written.error);
  }

  private inTurn(verb: Verb, act: Act): Answer<readonly EngineAnswer[]> {
    const { turn } = this;
    if (turn?.verb === verb && turn.wish === this.wishes) return turn.answer;
    this.wishes += 1;
    const wish = this.wishes;
    const answer = this.oneByOne(wish, verb, act).finally(() => {
      if (this.turn?.wish === wish) this.turn = null;
    });
    this.turn = { verb, wish, answer };
    return answer;
  }

  private async oneByOne(wish: number, verb: Verb, act: Act): Answer<readonly EngineAnswer[]> {
    const answers: EngineAnswer[] = [];
    for (const engine of SNIPING_ENGINES) {
      if (answers.length > 0) await this.pause(GAP_MS[verb]);
      if (this.wishes !== wish) {
        const done = answers.map((each) => `${TITLES[each.engine]} was ${DONE[verb]}`).join(', ');
        return refuse('ENGINE_SUPERSEDED', `${done}, ${TITLES[engine]} was not`);
      }
      const done = act(engine);
      if (!done.ok) return done;
      answers.push(done.value);
    }
    return ok(answers);
  }

  private settingsFacts(
    engine: SnipingEngine,
    value: unknown,
    by: string,
  ): Result<readonly TradingFact[], DomainError> {
    const parsed = parsePasSettings(value, this.context.state.settingsOf(engine));
    if (!parsed.ok) {
      return refuse('INPUT_INVALID', parsed.fields.map(({ field, text }) => `${field} ${text}`.trim()).join('; '));
    }
    const text = `the settings of ${TITLES[engine]} changed`;
    return ok([
      { kind: 'engine-settings', engine, value: parsed.value, by },
      eventFact('engine_settings_changed', 'INFO', { text, data: { engine, by, value: parsed.value } }),
    ]);
  }

  /** Names what of the given settings can't be changed now. */
  private lockedOf(engine: SnipingEngine, value: unknown): readonly string[] {
    if (!this.context.state.runOf(engine).isRunning || typeof value !== 'object' || value === null) return [];
    return Object.keys(value).filter((name) => name !== 'riskLevel');
  }

  private venueFault(venue: Parameters<typeof accountOf>[1]['venue']): string | null {
    const { core } = this.context;
    if (core.risk.settings.venueEnabled[venue] === false) return `${venue} is switched off`;
    const desk = core.desks.get(accountOf(this.context, { venue }));
    if (desk === undefined) return `${venue} has no account that orders could go to`;
    return desk.stream.isLive ? null : `${venue} is not connected: ${desk.stream.reason ?? 'unknown'}`;
  }

  private answer(engine: SnipingEngine, isAlready: boolean): EngineAnswer {
    return { engine, isAlready, view: engineView(this.context, engine) };
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.context.core.clock.after(ms, resolve));
  }
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
