import { useState } from 'react';
import { notify } from '../../src/shared/notify.ts';
import { Button } from '../../src/ui/button.tsx';
import { ConfirmDialog } from '../../src/ui/confirm-dialog.tsx';
import { HoldButton } from '../../src/ui/hold-button.tsx';
import { HoverCard } from '../../src/ui/hover-card.tsx';
import { Sheet } from '../../src/ui/sheet.tsx';
import { Tabs } from '../../src/ui/tabs.tsx';
import { Tooltip } from '../../src/ui/tooltip.tsx';
import { Section, Specimen } from './section.tsx';

const LOOKS = ['plain', 'primary', 'go', 'stop', 'ghost'] as const;
const SIZES = ['lg', 'md', 'sm', 'xs'] as const;

const tell = (tone: 'success' | 'error', text: string, note?: string): void =>
  notify({ tone, text, atMs: Date.now(), ...(note === undefined ? {} : { note }) });

/** Buttons, the ladder of confirmations, and everything that lies over the page. */
export function ActionsSection() {
  return (
    <Section id="actions" title="Buttons, confirmations, layers">
      <Specimen name="Looks, pending, disabled">
        {LOOKS.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button look="primary" pending>
          Saving
        </Button>
        <Button disabled>Disabled</Button>
      </Specimen>
      <Specimen name="Sizes">
        {SIZES.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </Specimen>
      <Ladder />
      <Specimen name="Toasts">
        <Button onClick={() => tell('success', 'Arbitrage scanner started')}>Success</Button>
        <Button
          onClick={() =>
            tell('error', 'Failed to start trading', 'Exchange not connected. Please test connection first.')
          }
        >
          Error with a reason
        </Button>
      </Specimen>
      <Layers />
      <SampleTabs />
    </Section>
  );
}

type Step = 'closed' | 'click' | 'hold' | 'word';

/** Level 0 and 1 act at once; 2 asks; 3 is held or takes a typed word. */
function Ladder() {
  const [step, setStep] = useState<Step>('closed');
  const close = (isOpen: boolean): void => {
    if (!isOpen) setStep('closed');
  };
  const done = (text: string): void => {
    setStep('closed');
    tell('success', text);
  };
  return (
    <Specimen name="Confirmation ladder: level 1, 2, 3 by holding, 3 by a word, and the button to hold by itself">
      <Button onClick={() => tell('success', 'Paper order executed')}>Level 1: one click</Button>
      <Button onClick={() => setStep('click')}>Level 2: ask</Button>
      <Button onClick={() => setStep('hold')}>Level 3: hold</Button>
      <Button onClick={() => setStep('word')}>Level 3: type a word</Button>
      <HoldButton onHeld={() => tell('success', 'Held for a second')}>Hold to close all</HoldButton>
      <ConfirmDialog
        open={step === 'click'}
        onOpenChange={close}
        title="Close BTCUSDT long at BINANCE?"
        verb="Close LIVE"
        onConfirm={() => done('Position closed')}
      >
        <p>0.1250 BTC at ~91,482.3000, P&L about +$34.78, fees about $5.72.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={step === 'hold'}
        onOpenChange={close}
        title="Close all 3 positions?"
        verb="Hold to close all LIVE"
        by="hold"
        onConfirm={() => done('3 positions closed')}
      >
        <p>3 positions at 2 venues, estimated cost $11.86 in fees and slippage.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={step === 'word'}
        onOpenChange={close}
        title="Switch BINANCE to live?"
        verb="Go live"
        by={{ word: 'BINANCE' }}
        onConfirm={() => done('BINANCE is live')}
      >
        <p>Orders of BINANCE are sent to the venue and use real money from then on.</p>
      </ConfirmDialog>
    </Specimen>
  );
}

function Layers() {
  const [side, setSide] = useState<'right' | 'left' | 'centre' | null>(null);
  return (
    <Specimen name="Drawer, menu, dialog, tooltip, hover card">
      <Button onClick={() => setSide('right')}>Drawer</Button>
      <Button onClick={() => setSide('left')}>Menu</Button>
      <Button onClick={() => setSide('centre')}>Dialog</Button>
      <Tooltip text="Opens on hover, focus and tap.">
        <Button look="ghost">Tooltip</Button>
      </Tooltip>
      <HoverCard trigger={<Button look="ghost">Hover card</Button>}>
        {() => <p className="px-3.5 py-3">Gross 24.0, fees 15.0, slippage 2.1, net 6.9 bps.</p>}
      </HoverCard>
      <Sheet
        open={side !== null}
        onOpenChange={(isOpen) => !isOpen && setSide(null)}
        title="Details"
        side={side ?? 'right'}
      >
        <p className="px-4 py-4 text-sm text-fg2">What a row opens into.</p>
      </Sheet>
    </Specimen>
  );
}

function SampleTabs() {
  const [tab, setTab] = useState<'trades' | 'events'>('trades');
  return (
    <div className="rounded-panel border border-line1 bg-bg1">
      <Tabs
        label="Sample tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'trades', label: 'Trades', panel: <p className="px-3.5 py-3 text-sm">The first panel.</p> },
          { value: 'events', label: 'Events', panel: <p className="px-3.5 py-3 text-sm">The second panel.</p> },
        ]}
      />
    </div>
  );
}
