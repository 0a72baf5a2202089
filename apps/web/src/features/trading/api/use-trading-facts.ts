import {
  getConnectionStatus,
  getEngineSettings,
  getModes,
  getRiskSettings,
  getTradingAccount,
  getTradingMetrics,
  type EngineName,
  type VenueName,
} from '@riptide/contracts/calls';
import { useCall } from '../../../shared/use-call.ts';

/** Specified poll interval of trading metrics. */
const METRICS_INTERVAL_MS = 30_000;
/** Accounts move with every fill; the specified status interval. */
export const ACCOUNT_INTERVAL_MS = 5000;
const CONNECTIONS_INTERVAL_MS = 5000;
const SETTINGS_INTERVAL_MS = 30_000;
/** The engine asks a venue at most this often. */
const MODES_INTERVAL_MS = 60_000;

/** Gives the figures of all closed trades and of the day. */
export function useTradingMetrics() {
  return useCall(getTradingMetrics, { intervalMs: METRICS_INTERVAL_MS });
}

/** Gives the futures accounts of all venues. */
export function useFuturesAccounts() {
  return useCall(getTradingAccount, { input: { query: { scope: 'futures' } }, intervalMs: ACCOUNT_INTERVAL_MS });
}

/** Gives how the keys and private streams of every venue stand. */
export function useConnections() {
  return useCall(getConnectionStatus, { intervalMs: CONNECTIONS_INTERVAL_MS });
}

/** Gives the settings of an engine, and what each risk level makes of them. */
export function useEngineSettings(engine: EngineName) {
  return useCall(getEngineSettings, { input: { params: { engine } }, intervalMs: SETTINGS_INTERVAL_MS });
}

/** Gives the limits that the operator set. */
export function useRiskLimits() {
  return useCall(getRiskSettings, { intervalMs: SETTINGS_INTERVAL_MS });
}

/** Gives how a venue says that a symbol is set up: leverage, margin and position mode. */
export function useModes(venue: VenueName, symbol: string) {
  return useCall(getModes, { input: { query: { venue, symbol } }, intervalMs: MODES_INTERVAL_MS });
}
