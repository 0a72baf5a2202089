import {
  getEngineStatus,
  getTradingStatus,
  startTrading,
  stopTrading,
  type TradingStatus,
} from '@riptide/contracts/calls';
import { ApiProblem } from '../../lib/api-problem.ts';
import { useCall } from '../use-call.ts';
import { useCommand } from '../use-command.ts';

/** Specified poll interval of the trading status. */
export const TRADING_STATUS_INTERVAL_MS = 5000;

export const MODE_WORDS: Readonly<Record<TradingStatus['mode'], string>> = {
  auto: 'Auto Trade',
  manual: 'Manual',
  monitor: 'Monitor Only',
};

export const RISK_WORDS: Readonly<Record<TradingStatus['risk_level'], string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
};

export const LOGIN_TEXT = 'Please log in to access trading features';

/** Gives the trading engine with its account and position, every five seconds and when it starts or stops. */
export function useTradingStatus() {
  return useCall(getTradingStatus, { intervalMs: TRADING_STATUS_INTERVAL_MS });
}

/** Tells whether a failure means that an account has to be logged in first. */
export function isLoginMissing(error: unknown): boolean {
  return error instanceof ApiProblem && error.facts.code === 'account_required';
}

const REFRESH = [getTradingStatus, getEngineStatus] as const;

/** Starts the trading engine with the settings it has. */
export function useStartTrading() {
  return useCommand(startTrading, {
    done: () => 'Trading engine started successfully!',
    failed: 'Failed to start trading',
    refresh: REFRESH,
  });
}

/** Stops the trading engine; open trades keep their stops. */
export function useStopTrading() {
  return useCommand(stopTrading, {
    done: () => 'Trading engine stopped',
    failed: 'Failed to stop trading',
    refresh: REFRESH,
  });
}
