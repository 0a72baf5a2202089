import type { CandidateRow, DecisionItem, LiquidationItem } from '@riptide/contracts/calls';
import type { Tone } from '../../ui/tag.tsx';

export interface ActionWords {
  readonly word: string;
  /** A tag for what the engine did; null for what it left, which stands as plain text. */
  readonly tone: Tone | null;
  /** Whole, for the tooltip. */
  readonly detail: string;
}

const TAGS: Partial<Readonly<Record<DecisionItem['action'], { word: string; tone: Tone }>>> = {
  traded: { word: 'Sniped', tone: 'ok' },
  added: { word: 'Added', tone: 'ok' },
  proposed: { word: 'Proposed', tone: 'info' },
};

/** What became of a trade that is no trade after all, or not yet. */
const TRADE_TAGS: Partial<
  Readonly<Record<NonNullable<DecisionItem['trade']>['state'], { word: string; tone: Tone; verb: string }>>
> = {
  entering: { word: 'Entering', tone: 'info', verb: 'Its entry order waits to be filled' },
  missed: { word: 'Missed', tone: 'warn', verb: 'Not entered' },
  failed: { word: 'Failed', tone: 'danger', verb: 'The entry failed' },
};

const VERBS: Readonly<Record<DecisionItem['action'], string>> = {
  traded: 'Sniped',
  added: 'Added to an open trade',
  proposed: 'Proposed',
  watched: 'Watched',
  abstained: 'Abstained',
  blocked: 'Blocked',
};

/** Says what was decided on a liquidation and why; without a decision it made no trigger. */
export function actionWords(decision: LiquidationItem['decision']): ActionWords {
  if (decision === null) {
    return {
      word: 'no trigger',
      tone: null,
      detail: 'Not enough liquidations of this side in the window for a decision',
    };
  }
  const detail = `${VERBS[decision.action]}: ${decision.reason}`;
  const { trade } = decision;
  const became = trade === null ? undefined : TRADE_TAGS[trade.state];
  if (trade !== null && became !== undefined && decision.action === 'traded') {
    const why = trade.state === 'entering' ? '' : `: ${trade.reason}`;
    return { word: became.word, tone: became.tone, detail: `${detail}. ${became.verb}${why}` };
  }
  const tag = TAGS[decision.action];
  return tag ? { ...tag, detail } : { word: decision.reason, tone: null, detail };
}

/** The side that a fade of the forced flow would take: bought after forced sales, sold after forced purchases. */
export function fadeSide(liquidated: 'LONG' | 'SHORT'): 'long' | 'short' {
  return liquidated === 'LONG' ? 'long' : 'short';
}

/** Says what stands between a candidate and a trade; `ready` where nothing does. */
export function candidateWords({
  blocked_by: blocked,
  gates_passed: passed,
  gates_total: total,
}: CandidateRow): string {
  if (blocked === null) return 'ready';
  const more = total - passed - 1;
  return more > 0 ? `${blocked} (+${more} more)` : blocked;
}

/** What a gate that holds a trade back means, in few words. */
const GATE_WORDS: Readonly<Record<string, string>> = {
  engine: 'engine is off',
  'kill-switch': 'kill switch is on',
  'trigger-size': 'below the trigger size',
  'trigger-count': 'too few liquidations',
  cooldown: 'cooldown',
  'price-known': 'price unknown',
  'book-age': 'book too old',
  displacement: 'displacement out of bounds',
  'universe-age': 'listed too recently',
  'universe-volume': 'day volume too small',
  'universe-change': 'moved too much in a day',
  spread: 'spread too wide',
  'funding-rate': 'funding too high',
  'funding-window': 'funding is near',
  'position-open': 'position open already',
  concurrent: 'all positions in use',
  'fee-gate': 'edge below costs',
  'liquidation-distance': 'liquidation too near',
  budget: 'budget used up',
};

/** Says the same in the words of a narrow row: the gate without its figures, which stand in the tooltip. */
export function shortWords(row: CandidateRow): string {
  const gate = /^([a-z-]+): /.exec(row.blocked_by ?? '')?.[1];
  const short = isOutside(row) ? 'not among its symbols' : gate === undefined ? undefined : GATE_WORDS[gate];
  return candidateWords(short === undefined ? row : { ...row, blocked_by: short });
}

/** The engine runs and was told to leave this symbol alone: the same gate, but nothing is off. */
function isOutside({ blocked_by: blocked }: CandidateRow): boolean {
  return blocked?.endsWith('is not among its symbols') ?? false;
}
