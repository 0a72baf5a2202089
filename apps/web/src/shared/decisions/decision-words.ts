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

/** Gives the proposals that can still be executed, the one that ends first on top. */
export function openProposals(decisions: readonly DecisionItem[], nowS: number): readonly DecisionItem[] {
  return decisions
    .filter(({ action, expires_at: until }) => action === 'proposed' && until !== null && until > nowS)
    .toSorted((one, other) => (one.expires_at ?? 0) - (other.expires_at ?? 0));
}
