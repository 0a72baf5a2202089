import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { Tag } from '../ui/tag.tsx';

/** Long or Short, by word, arrow and colour. */
export function SideTag({ side }: { side: 'long' | 'short' }) {
  const Icon = side === 'long' ? ArrowUpRight : ArrowDownRight;
  return (
    <Tag tone={side === 'long' ? 'up' : 'down'}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {side === 'long' ? 'Long' : 'Short'}
    </Tag>
  );
}
