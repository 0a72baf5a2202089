import { CarryPlanner } from './carry-planner.tsx';
import { CarryRounds } from './carry-rounds.tsx';

interface CarryPanelProps {
  readonly onTrade: (id: string) => void;
  /** Beside others in a row: its tables are cards then. */
  readonly isNarrow?: boolean;
}

/** Funding carry: what each venue would pay, net of all costs, and the rounds that stand. */
export function CarryPanel({ onTrade, isNarrow = false }: CarryPanelProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <CarryPlanner isNarrow={isNarrow} />
      <CarryRounds onTrade={onTrade} isNarrow={isNarrow} />
    </div>
  );
}
