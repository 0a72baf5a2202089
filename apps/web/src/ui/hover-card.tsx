import { HoverCard as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface HoverCardProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A card of details that opens under the pointer; whatever it shows is also reachable otherwise. */
export function HoverCard({ trigger, children }: HoverCardProps) {
  return (
    <Primitive.Root openDelay={180} closeDelay={80}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 w-[344px] animate-pop rounded-panel border border-line2 bg-bg2 text-sm text-fg1 shadow-pop"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
