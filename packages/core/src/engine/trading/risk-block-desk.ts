import { decimal, marketOf, MARKETS, VENUES, type Instrument, type Venue } from '../../domain/index.ts';
import { standingBlocks, type RiskBlock } from '../../risk/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import type { RiskDesk } from './risk-desk.ts';

/** Knows why new risk is refused, whatever is asked for: what the gates say of a small order at every venue, asked once a second. */
export class RiskBlockDesk {
  private readonly context: Pick<CoreContext, 'desks' | 'eyes' | 'ledger' | 'permit'>;
  private readonly risk: Pick<RiskDesk, 'probe'>;
  private blocks: readonly RiskBlock[] = [];

  constructor(context: RiskBlockDesk['context'], risk: RiskBlockDesk['risk']) {
    this.context = context;
    this.risk = risk;
  }

  everySecond(): void {
    // A reason that reaches further than its venue is told by each of them.
    const byText = new Map(
      VENUES.flatMap((venue) => this.blocksOf(venue)).map((block) => [JSON.stringify(block), block]),
    );
    this.blocks = [...byText.values()];
  }

  list(): readonly RiskBlock[] {
    return this.blocks;
  }

  /** A venue that has not told its instruments is shown as such by its feed. */
  private blocksOf(venue: Venue): readonly RiskBlock[] {
    const instruments = this.probedOf(venue);
    if (instruments.length === 0) return [];
    const desk = this.context.desks.get(activeAccount(this.context, venue));
    if (desk === undefined) return [this.missing(venue)];
    const why = desk.stream.isLive ? null : (desk.lastError?.detail ?? desk.stream.reason);
    return standingBlocks(instruments.map((instrument) => this.risk.probe(instrument, desk))).map((block) =>
      block.gate === 'venue-health' && why !== null ? { ...block, text: `${block.text} (${why})` } : block,
    );
  }

  /** One instrument of each market: one whose book is live, where there is one. */
  private probedOf(venue: Venue): readonly Instrument[] {
    const { eyes } = this.context;
    const listed = eyes.instrumentsOf(venue).filter(({ isTrading, isInverse }) => isTrading && !isInverse);
    return MARKETS.flatMap((market) => {
      const ofMarket = listed.filter(({ kind }) => marketOf(kind) === market);
      const probed = ofMarket.find(({ id }) => eyes.isBookLive(id)) ?? ofMarket[0];
      return probed === undefined ? [] : [probed];
    });
  }

  private missing(venue: Venue): RiskBlock {
    const account = activeAccount(this.context, venue);
    const held = (this.context.ledger.account(account)?.positions() ?? []).filter(
      ({ kind, qtyBase }) => kind === 'perp' && !decimal(qtyBase).eq(0),
    );
    const left = held.length === 0 ? '' : `; not watched there: ${held.map(heldText).join(', ')}`;
    const mode: AccountDesk['mode'] = account.endsWith(':live') ? 'live' : 'paper';
    const text = `the key of ${venue} is missing: no order can be sent there${left}`;
    return { gate: 'account', venue, mode, severity: held.length === 0 ? 'halt' : 'fault', text };
  }
}

function heldText({ qtyBase, symbol }: { readonly qtyBase: string; readonly symbol: string }): string {
  return `${qtyBase} ${symbol}`;
}
