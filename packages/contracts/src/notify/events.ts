import { z } from 'zod';

export const SEVERITY_NAMES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL'] as const;
export const SeverityName = z.enum(SEVERITY_NAMES);
export type SeverityName = z.infer<typeof SeverityName>;

export const NOTIFY_GROUPS = ['trade', 'arbitrage', 'safety', 'engine', 'venue', 'report', 'system'] as const;

/** Everything a notification can be about. A switch per event; stored preferences name them, so none is ever renamed. */
export const NOTIFY_EVENTS = [
  'fill',
  'trade_closed',
  'trade_failed',
  'trade_missed',
  'decision_proposed',
  'decision_traded',
  'stop_moved',
  'arbitrage_opened',
  'arbitrage_closed',
  'arbitrage_failed',
  'arbitrage_naked',
  'carry_changed',
  'kill_switch',
  'kill_switch_released',
  'daily_loss',
  'daily_loss_near',
  'condition',
  'condition_cleared',
  'liquidated',
  'engine_silent',
  'product_down',
  'engine_started',
  'engine_stopped',
  'venue_down',
  'key_problem',
  'daily_report',
  'channel_failed',
  'warning',
  'test',
] as const;
export const NotifyEvent = z.enum(NOTIFY_EVENTS);
export type NotifyEvent = z.infer<typeof NotifyEvent>;

export const NOTIFY_CHANNELS = ['console', 'telegram', 'whatsapp', 'email', 'webhook'] as const;
export const NotifyChannel = z.enum(NOTIFY_CHANNELS);
export type NotifyChannel = z.infer<typeof NotifyChannel>;
