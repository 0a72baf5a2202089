import {
  getAuditEvents,
  getDecisions,
  getEngineAiMetrics,
  getOraculisCourse,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useCall, type Dated } from '../../../shared/use-call.ts';
import type { AiSearch, WindowDays } from '../model/ai-search.ts';

/** Charts of the learners: every five seconds. */
export const AI_INTERVAL_MS = 5000;
/** The course is of all decisions on record: it moves slowly. */
const COURSE_INTERVAL_MS = 30_000;
const DECISIONS_SHOWN = 50;

export type EngineAiMetrics = Dated<RouteOutput<typeof getEngineAiMetrics>>;
export type OraculisCourse = Dated<RouteOutput<typeof getOraculisCourse>>;

/** Gives what Oraculis knows and decided last. */
export function useOraculis() {
  return useCall(getEngineAiMetrics, { intervalMs: AI_INTERVAL_MS });
}

/** Gives how its decisions went over time. */
export function useOraculisCourse(window: WindowDays) {
  const days = Number(window) as 1 | 7 | 30 | 90;
  return useCall(getOraculisCourse, { input: { query: { days } }, intervalMs: COURSE_INTERVAL_MS });
}

/** Gives a page of decisions, newest first. */
export function useDecisionPage({ action, before }: Pick<AiSearch, 'action' | 'before'>) {
  const query = {
    limit: DECISIONS_SHOWN,
    ...(action === undefined ? {} : { action }),
    ...(before === undefined ? {} : { before }),
  };
  return useCall(getDecisions, { input: { query }, intervalMs: AI_INTERVAL_MS });
}

const EVENTS_READ = 200;
const DAY_S = 86_400;

/** Gives the newest events of the audit log in a window; those about learners are among them. */
export function useRecentEvents(window: WindowDays) {
  const { serverClock, clock } = useRuntime();
  // To the hour, so that the question stays the same from one second to the next.
  const nowS = Math.floor(serverClock.toServerMs(clock.nowMs()) / 3_600_000) * 3600;
  const query = { since: nowS - Number(window) * DAY_S, limit: EVENTS_READ };
  return useCall(getAuditEvents, { input: { query }, intervalMs: COURSE_INTERVAL_MS });
}
