import { decimal, domainError, err, ok, toDecimalString, type DomainError, type Result } from '@riptide/core/domain';
import type { SnipingCall, SnipingCalls, TradingCall, TradingCalls, TradingStateView } from '@riptide/core/engine';
import type { EngineLink } from '../link/engine-link.ts';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';
import { tradingState } from './presenters/accounts.ts';
import { gateRefusal, type RouteError } from './to-problem.ts';

/** Longer than the engine needs to resolve an order or to say that it can't. */
const ORDER_TIMEOUT_MS = 22_000;
const SETTING_TIMEOUT_MS = 5_000;
/** Starting both engines rests a second between them, and a busy machine takes its time. */
const ENGINES_TIMEOUT_MS = 15_000;

/** Who the records name. */
export const BY_API = 'operator';

type Sent<C extends TradingCall> = Promise<Result<TradingCalls[C]['answer'], DomainError>>;

/** Sends a call that sets something. */
export function callTrading<C extends TradingCall>(
  link: EngineLink,
  name: C,
  request: TradingCalls[C]['request'],
): Sent<C> {
  return link.send(name, request, SETTING_TIMEOUT_MS) as Sent<C>;
}

/** Sends a call to the sniping engines. None of them waits for a venue. */
export function callEngines<C extends SnipingCall>(
  link: EngineLink,
  name: C,
  request: SnipingCalls[C]['request'],
): Promise<Result<SnipingCalls[C]['answer'], DomainError>> {
  return link.send(name, request, ENGINES_TIMEOUT_MS) as Promise<Result<SnipingCalls[C]['answer'], DomainError>>;
}

/** Sends a call that asks venues and changes nothing. */
export function askTrading<C extends TradingCall>(
  link: EngineLink,
  name: C,
  request: TradingCalls[C]['request'],
): Sent<C> {
  return link.send(name, request, ORDER_TIMEOUT_MS) as Sent<C>;
}

/**
 * Sends a call that places, cancels or closes. When its answer is lost the outcome is unknown, which is what the person is told: never
 * that it failed. A refusal of the gates says what each of them said.
 */
export async function callOrder<C extends TradingCall>(
  link: EngineLink,
  name: C,
  request: TradingCalls[C]['request'],
): Promise<Result<TradingCalls[C]['answer'], RouteError>> {
  const result = (await link.send(name, request, ORDER_TIMEOUT_MS)) as Awaited<Sent<C>>;
  if (result.ok) return result;
  if (result.error.outcome !== 'unknown') return err(gateRefusal(result.error));
  return err(
    domainError('ORDER_OUTCOME_UNKNOWN', `${result.error.code} ${result.error.detail}`, { outcome: 'unknown' }),
  );
}

/** Returns the state of the trading core, or that it can't be told now. */
export function readyState(link: EngineLink): Result<TradingStateView, ApiRefusal> {
  const state = tradingState(link);
  if (!link.isConnected || state === null) return err(apiRefusal('engine_unavailable'));
  return ok(state);
}

/** Returns a number of a request as the exact decimal text of its shortest form; null when left out. */
export function decimalText(value: number | undefined): string | null {
  return value === undefined ? null : toDecimalString(decimal(value));
}
