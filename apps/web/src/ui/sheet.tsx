import { lazyPart } from '../lib/lazy-part.tsx';
import { LoadedApart, useOnceOpen } from './loaded-apart.tsx';
import type { SheetProps } from './sheet-body.tsx';

const Body = lazyPart(() => import('./sheet-body.tsx').then((each) => each.SheetBody));

/** A panel over the page that holds the focus; on phones it rises from the bottom. */
export function Sheet(props: SheetProps) {
  return useOnceOpen(props.open) ? (
    <LoadedApart>
      <Body {...props} />
    </LoadedApart>
  ) : null;
}
