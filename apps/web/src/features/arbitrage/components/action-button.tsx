import type { Opportunity } from '@riptide/contracts/calls';
import { ModeChip } from '../../../shared/mode-chip.tsx';
import { useExecution } from '../../../shared/use-execution.ts';
import { Button } from '../../../ui/button.tsx';

interface ActionButtonProps {
  readonly row: Opportunity;
  /** Opens the row's drawer: the order with its preview, and why not. */
  readonly onOpen: () => void;
  readonly isLarge?: boolean;
}

const WORDS: Readonly<Record<Opportunity['policy'], string>> = {
  executable: 'Execute',
  evaluation_only: 'View',
  blocked: 'Blocked',
};

/** What a row allows: `Execute` opens the order with its preview, `View` and `Blocked` open why it is not traded. */
export function ActionButton({ row, onOpen, isLarge = false }: ActionButtonProps) {
  const isReady = row.policy === 'executable';
  return (
    <Button
      size={isLarge ? 'md' : 'xs'}
      wide={isLarge}
      look={isReady ? 'primary' : 'plain'}
      className={row.policy === 'blocked' ? 'bg-transparent! text-fg2!' : undefined}
      title={isReady ? 'E: preview, then execute' : `Why not? ${row.policy_reason ?? ''}`}
      onClick={onOpen}
    >
      {WORDS[row.policy]}
      {isReady ? <RowModeChip row={row} /> : null}
    </Button>
  );
}

/** LIVE as soon as one leg goes to its venue; nothing while it is not known. */
function RowModeChip({ row }: { row: Opportunity }) {
  const venues = useExecution().data?.venues;
  if (!venues) return null;
  const isLive = venues.some(
    ({ venue, mode }) => mode === 'live' && (venue === row.buy_exchange || venue === row.sell_exchange),
  );
  return <ModeChip execution={isLive ? 'live' : 'paper'} />;
}
