import { lazyPart } from '../lib/lazy-part.tsx';
import type { ConfirmDialogProps } from './confirm-dialog-body.tsx';
import { LoadedApart, useOnceOpen } from './loaded-apart.tsx';

const Body = lazyPart(() => import('./confirm-dialog-body.tsx').then((each) => each.ConfirmDialogBody));

/** Asks before something that costs: the focus starts on Cancel, Esc leaves, nothing confirms by accident. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) ? (
    <LoadedApart>
      <Body {...props} />
    </LoadedApart>
  ) : null;
}
