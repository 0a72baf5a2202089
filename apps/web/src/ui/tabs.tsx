import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabFacts<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly panel: ReactNode;
}

interface TabsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly tabs: readonly TabFacts<V>[];
}

/** Panels of which one is shown, chosen by the line of tabs above it. */
export function Tabs<V extends string>({ label, value, onChange, tabs }: TabsProps<V>) {
  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as V)} className="flex min-w-0 flex-col">
      <Primitive.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line1 px-2">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-9 border-b-2 max-sm:min-h-11 border-transparent px-2.5 text-sm font-[550] whitespace-nowrap text-fg2 hover:text-fg1 data-[state=active]:border-accent data-[state=active]:text-fg1"
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="min-w-0 outline-none">
          {tab.panel}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
