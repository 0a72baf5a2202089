import type { ArbExecution } from '@riptide/contracts/calls';
import { Tag } from '../../ui/tag.tsx';
import { stateWords } from './trade-words.ts';

/** The state of an execution, with what both venues said of it. */
export function TradeStateTag({ trade }: { trade: ArbExecution }) {
  const { word, tone } = stateWords(trade.state);
  if (trade.state !== 'hedged' && trade.state !== 'closed') return <Tag tone={tone}>{word}</Tag>;
  const said = trade.certified === true ? ', certified' : trade.certified === false ? ', venues disagree' : '';
  return <Tag tone={trade.certified === false ? 'danger' : tone}>{`${word}${said}`}</Tag>;
}
