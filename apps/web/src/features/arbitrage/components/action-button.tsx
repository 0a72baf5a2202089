import type { Opportunity } from '@riptide/contracts';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

const EXECUTE_REASON = 'Orders arrive with the trading core';

interface ActionButtonProps {
  readonly row: Opportunity;
  readonly onView: () => void;
  readonly execution: 'paper' | 'live' | null;
  readonly isLarge?: boolean;
}

/** The action a row allows: `Execute` (not yet, with the reason), `View`, or `Blocked` with its reason. */
export function ActionButton({ row, onView, execution, isLarge = false }: ActionButtonProps) {
  const size = isLarge ? 'md' : 'xs';
  if (row.policy === 'evaluation_only') {
    return (
      <Button size={size} wide={isLarge} onClick={onView}>
        View
      </Button>
    );
  }
  const isReady = row.policy === 'executable';
  return (
    <Tooltip text={isReady ? EXECUTE_REASON : (row.policy_reason ?? 'Blocked')} side="left">
      <Button size={size} wide={isLarge} look={isReady ? 'primary' : 'plain'} aria-disabled="true">
        {isReady ? 'Execute' : 'Blocked'}
        {isReady ? <ModeChip execution={execution} /> : null}
      </Button>
    </Tooltip>
  );
}
