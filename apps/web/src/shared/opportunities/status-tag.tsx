import type { Opportunity, OpportunityPolicy } from '@riptide/contracts/calls';
import { Ban, Check, Eye } from 'lucide-react';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { POLICY_WORDS } from './opportunity-view.ts';

const TONES: Readonly<Record<OpportunityPolicy, Tone>> = {
  executable: 'ok',
  evaluation_only: 'warn',
  blocked: 'danger',
};
const ICONS = { executable: Check, evaluation_only: Eye, blocked: Ban } as const;

/** `Ready`, `Eval Only` or `Blocked`; the reason in the tooltip and for screen readers. */
export function StatusTag({ row }: { row: Opportunity }) {
  const Icon = ICONS[row.policy];
  return (
    <span title={row.policy_reason ?? undefined}>
      <Tag tone={TONES[row.policy]}>
        <Icon size={11} strokeWidth={2.5} aria-hidden />
        {POLICY_WORDS[row.policy]}
        {row.policy_reason === null ? null : <span className="sr-only">: {row.policy_reason}</span>}
      </Tag>
    </span>
  );
}
