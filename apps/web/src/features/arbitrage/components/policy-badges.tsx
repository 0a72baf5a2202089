import type { ExecutionPolicies } from '@riptide/contracts/calls';
import { UNKNOWN } from '../../../lib/format.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

interface PolicyWords {
  readonly word: 'Executable' | 'Evaluating Only' | 'Disabled';
  readonly tone: Tone;
}

const EXECUTABLE: PolicyWords = { word: 'Executable', tone: 'ok' };
const EVALUATING: PolicyWords = { word: 'Evaluating Only', tone: 'warn' };
const DISABLED: PolicyWords = { word: 'Disabled', tone: 'neutral' };

const MEANINGS = {
  futures: {
    Executable: 'Both legs are perpetual futures. Orders may be sent.',
    'Evaluating Only': 'Both legs are perpetual futures. Pairs are scored but not traded.',
    Disabled: 'Both legs are perpetual futures. Pairs are neither scored nor traded.',
  },
  spot: {
    Executable: 'One leg is spot, one a perpetual future. Orders may be sent.',
    'Evaluating Only': 'One leg is spot, one a perpetual future. Pairs are scored but not traded yet.',
    Disabled: 'One leg is spot, one a perpetual future. Pairs are neither scored nor traded.',
  },
} as const;

/** What may be traded and what is only looked at. */
export function PolicyBadges({ policies }: { policies: ExecutionPolicies | undefined }) {
  const futures = policies === undefined ? null : policies.futures_futures_executable ? EXECUTABLE : DISABLED;
  const spot =
    policies === undefined
      ? null
      : policies.spot_futures_executable
        ? EXECUTABLE
        : policies.spot_futures_evaluating
          ? EVALUATING
          : DISABLED;
  return (
    <>
      <Badge name="Futures↔Futures" words={futures} meanings={MEANINGS.futures} />
      <Badge name="Spot↔Futures" words={spot} meanings={MEANINGS.spot} />
    </>
  );
}

interface BadgeProps {
  readonly name: string;
  /** null while they are not known: the badge takes its room all the same. */
  readonly words: PolicyWords | null;
  readonly meanings: Readonly<Record<PolicyWords['word'], string>>;
}

function Badge({ name, words, meanings }: BadgeProps) {
  const meaning = words === null ? 'What may be traded is not known yet.' : meanings[words.word];
  return (
    <Tooltip text={meaning}>
      <button type="button" className="flex min-h-6 cursor-help items-center">
        <Tag tone={words?.tone ?? 'neutral'}>
          {name}: {words?.word ?? UNKNOWN}
        </Tag>
      </button>
    </Tooltip>
  );
}
