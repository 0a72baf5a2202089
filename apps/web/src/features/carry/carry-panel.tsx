import { CarryPlanner } from './carry-planner.tsx';
import { CarryRounds } from './carry-rounds.tsx';

/** Funding carry: what each venue would pay, net of all costs, and the rounds that stand. */
export function CarryPanel({ onTrade }: { onTrade: (id: string) => void }) {
  return (
    <div className="flex min-w-0 flex-col">
      <CarryPlanner />
      <CarryRounds onTrade={onTrade} />
    </div>
  );
}
