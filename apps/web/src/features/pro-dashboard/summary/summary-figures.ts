import type { getEnginePro, RouteOutput } from '@riptide/contracts/calls';
import { formatBps, formatPct, formatQty, UNKNOWN } from '../../../lib/format.ts';
import { armLabel } from '../../../shared/arm-label.ts';

type Pro = Omit<RouteOutput<typeof getEnginePro>, 'ok'>;

interface SummaryFigure {
  /** As specified. */
  readonly label: string;
  readonly help: string;
  /** A dash while it is not known. */
  readonly value: string;
  readonly note: string;
}

/** Gives the six specified figures of the newest decision with what each means. */
export function summaryFigures(pro: Pro | undefined): readonly SummaryFigure[] {
  return [
    {
      label: 'Vol bps',
      help: 'How far the price moved from one minute to the next before the newest decision: the standard deviation of one-minute moves, in bps.',
      value: formatBps(pro?.vol_bps),
      note: '1 m moves, realized',
    },
    {
      label: 'Dyn Spread bps',
      help: 'Distance of best bid and best ask at the newest decision, in bps of the middle.',
      value: formatBps(pro?.dyn_spread_bps),
      note: 'of the book at the decision',
    },
    {
      label: 'Edge bps',
      help: 'What the chosen arm was expected to earn net of costs, in bps; without a learner what the best arm earns at its target.',
      value: formatBps(pro?.edge_bps),
      note: 'expected, net of costs',
    },
    {
      label: 'Qty',
      help: 'Quantity that was wanted, in the base asset. A dash where the decision sent no order.',
      value: formatQty(pro?.qty),
      note: pro?.qty === null && pro.decision_id !== null ? 'no order was sent' : 'wanted by the order',
    },
    { label: 'Action', help: 'What the engine did at its newest decision, and why.', ...actionOf(pro) },
    {
      label: 'Pair',
      help: 'What the newest decision was about.',
      value: pro?.pair ?? UNKNOWN,
      note: pro?.venue ?? 'no decision yet',
    },
  ];
}

function actionOf(pro: Pro | undefined): Pick<SummaryFigure, 'value' | 'note'> {
  if (pro === undefined || pro.action === null) return { value: UNKNOWN, note: 'no decision yet' };
  const { action, arm, confidence } = pro;
  const chosen = arm === null || arm === 'abstain' ? '' : armLabel(arm);
  const sure = confidence === null ? '' : `confidence ${formatPct(confidence * 100, 0)}`;
  return {
    value: action.toUpperCase(),
    note: [sure, chosen].filter((part) => part !== '').join(', ') || 'by its gates',
  };
}
