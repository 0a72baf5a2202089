import type { SeverityName } from '@riptide/contracts/calls';
import { Tag, type Tone } from '../../../../ui/tag.tsx';

const TONES: Readonly<Record<SeverityName, Tone>> = {
  DEBUG: 'neutral',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'danger',
  CRITICAL: 'danger',
};

/** A trade, or how severe an event is. */
export function KindTag({
  item,
}: {
  item: { readonly kind: 'trade' } | { readonly kind: 'event'; readonly severity: SeverityName };
}) {
  return item.kind === 'trade' ? <Tag tone="accent">trade</Tag> : <SeverityTag severity={item.severity} />;
}

/** How severe an event is, by word and colour. */
export function SeverityTag({ severity }: { severity: SeverityName }) {
  return <Tag tone={TONES[severity]}>{severity}</Tag>;
}
