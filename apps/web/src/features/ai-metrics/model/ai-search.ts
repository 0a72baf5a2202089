import { DECISION_ACTION_NAMES } from '@riptide/contracts/calls';

export type AgentName = 'oraculis' | 'arbitrage';
export const WINDOWS = ['1', '7', '30', '90'] as const;
export type WindowDays = (typeof WINDOWS)[number];
const COURSE_VIEWS = ['reward', 'exploration', 'regret'] as const;
export type CourseView = (typeof COURSE_VIEWS)[number];
type DecisionAction = (typeof DECISION_ACTION_NAMES)[number];

/** What of the page stands in the address; the defaults write nothing. */
export interface AiSearch {
  readonly agent?: Exclude<AgentName, 'oraculis'>;
  readonly window?: Exclude<WindowDays, '7'>;
  readonly chart?: Exclude<CourseView, 'reward'>;
  readonly action?: DecisionAction;
  /** Only decisions older than this one. */
  readonly before?: string;
  /** Id of the decision whose drawer is open. */
  readonly decision?: string;
}

const ID = /^[0-9A-Za-z_-]{1,40}$/;

/** Reads the address; whatever is unknown is left out. */
export function parseAiSearch(raw: Readonly<Record<string, unknown>>): AiSearch {
  const text = (key: string): string => String(raw[key] ?? '');
  const window = WINDOWS.find((each) => each === text('window'));
  const chart = COURSE_VIEWS.find((each) => each === text('chart'));
  const action = DECISION_ACTION_NAMES.find((each) => each === text('action'));
  return {
    ...(text('agent') === 'arbitrage' ? { agent: 'arbitrage' as const } : {}),
    ...(window === undefined || window === '7' ? {} : { window }),
    ...(chart === undefined || chart === 'reward' ? {} : { chart }),
    ...(action === undefined ? {} : { action }),
    ...(ID.test(text('before')) ? { before: text('before') } : {}),
    ...(ID.test(text('decision')) ? { decision: text('decision') } : {}),
  };
}

/** Changes parts of the address; undefined takes a part away. */
export function withPart(search: AiSearch, change: Readonly<Record<string, string | undefined>>): AiSearch {
  return parseAiSearch({ ...search, ...change });
}
