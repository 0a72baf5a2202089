import { domainError, err, type DomainError, type Result } from '@riptide/core/domain';
import type { ArbitrageCall, ArbitrageCalls } from '@riptide/core/engine';
import type { EngineLink } from '../link/engine-link.ts';
import type { SymbolCall, SymbolCalls } from '../link/symbol-calls.ts';
import { apiRefusal } from './api-refusal.ts';
import { fieldRefusal } from './field-refusal.ts';
import { wireName } from './presenters/wire-names.ts';
import { gateRefusal, toProblem, wordsOf, type RouteError } from './to-problem.ts';

/** Longer than the engine needs to resolve two legs or to say that it can't. */
const ORDER_TIMEOUT_MS = 22_000;
const ASK_TIMEOUT_MS = 8_000;
/** A venue that is asked for prices, or a hot thread that starts anew. */
const SYMBOLS_TIMEOUT_MS = 22_000;

/** Fields of the core whose name in the API is not theirs in snake case. */
const API_FIELDS: Readonly<Record<string, string>> = {
  takeProfitBps: 'tp_bps',
  stopLossBps: 'sl_bps',
  bracket: 'with_bracket',
  qtyBase: 'qty',
  acceptsNegative: 'accept_negative',
};
const CORE_NAME = /\b[a-z]+(?:[A-Z][a-z]+)+\b|\bbracket\b/g;

/** Asks the arbitrage engine for something, or sets something. */
export async function callArbitrage<C extends ArbitrageCall>(
  link: EngineLink,
  name: C,
  request: ArbitrageCalls[C]['request'],
): Promise<Result<ArbitrageCalls[C]['answer'], RouteError>> {
  const result = (await link.send(name, request, ASK_TIMEOUT_MS)) as Result<ArbitrageCalls[C]['answer'], DomainError>;
  return result.ok ? result : err(arbitrageRefusal(result.error));
}

/** Like `callArbitrage`, with the engine's own error: for callers that make an answer of a refusal. */
export function askArbitrage<C extends ArbitrageCall>(
  link: EngineLink,
  name: C,
  request: ArbitrageCalls[C]['request'],
): Promise<Result<ArbitrageCalls[C]['answer'], DomainError>> {
  return link.send(name, request, ORDER_TIMEOUT_MS) as Promise<Result<ArbitrageCalls[C]['answer'], DomainError>>;
}

/** Sends a call that places or closes. When its answer is lost the outcome is unknown, and never told as failed. */
export async function orderArbitrage<C extends ArbitrageCall>(
  link: EngineLink,
  name: C,
  request: ArbitrageCalls[C]['request'],
): Promise<Result<ArbitrageCalls[C]['answer'], RouteError>> {
  const result = await askArbitrage(link, name, request);
  if (result.ok) return result;
  const { code, detail, outcome } = result.error;
  if (outcome !== 'unknown') return err(arbitrageRefusal(result.error));
  return err(domainError('ORDER_OUTCOME_UNKNOWN', `${code} ${detail}`, { outcome: 'unknown' }));
}

/** Asks what venues list, or changes what the engine follows. */
export function callSymbols<C extends SymbolCall>(
  link: EngineLink,
  name: C,
  request: SymbolCalls[C]['request'],
): Promise<Result<SymbolCalls[C]['answer'], DomainError>> {
  return link.send(name, request, SYMBOLS_TIMEOUT_MS) as Promise<Result<SymbolCalls[C]['answer'], DomainError>>;
}

/** Tells whether the engine gave no verdict: it could not be asked, or did not understand. */
export function isUnjudged({ code }: DomainError): boolean {
  return code === 'ENGINE_NOT_READY' || code === 'ENGINE_BUSY' || code === 'INPUT_INVALID';
}

/** Says in words why something can't be done, with the figures the engine gave. */
export function refusalText(error: DomainError): string {
  const { error: said, detail } = toProblem(arbitrageRefusal(error), '').body;
  // A gate's words are in its text already, those of the first alone.
  const text = error.code.startsWith('RISK_') ? wordsOf(error) : said;
  // What is wrong with an input says itself, field by field.
  if (error.code === 'INPUT_INVALID') return detail;
  const more = error.detail === '' ? detail : error.detail;
  return more === text ? text : `${text}: ${more}`;
}

/** Returns the refusal of an arbitrage call: input by field, gates by what each said, a busy pair with what it waits for. */
export function arbitrageRefusal(error: DomainError): RouteError {
  switch (error.code) {
    case 'INPUT_INVALID':
      return fieldRefusal({
        ...error,
        detail: error.detail.replace(CORE_NAME, (name) => API_FIELDS[name] ?? wireName(name)),
      });
    case 'ARBITRAGE_BUSY':
      return apiRefusal('arbitrage_busy', error.detail === '' ? {} : { detail: error.detail });
    case 'ARBITRAGE_NOT_FOUND':
      return apiRefusal('arbitrage_not_found', error.detail === '' ? {} : { detail: error.detail });
    case 'ORDER_FINAL':
      return apiRefusal('conflict', { text: 'It has ended already' });
    case 'QUANTITY_TOO_SMALL':
    case 'QUANTITY_TOO_LARGE':
    case 'NOTIONAL_TOO_SMALL':
    case 'INSTRUMENT_UNKNOWN': {
      const { status, body } = toProblem(error, '');
      const detail = error.detail === '' ? body.detail : error.detail;
      return apiRefusal(body.code, { status, text: body.error, detail });
    }
    default:
      return gateRefusal(error);
  }
}
