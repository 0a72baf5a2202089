import { useState } from 'react';
import { Button } from '../ui/button.tsx';

/** Copies a text and says so. */
export function CopyButton({ text, label, size = 'sm' }: { text: string; label: string; size?: 'xs' | 'sm' }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <Button look="ghost" size={size} onClick={copy}>
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying is not allowed here' : label}
      </span>
    </Button>
  );
}
