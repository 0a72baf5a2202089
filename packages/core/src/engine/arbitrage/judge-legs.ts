import {
  decimal,
  toDecimalString,
  type ArbTrade,
  type DecimalString,
  type LegKey,
  type OrderIntent,
} from '../../domain/index.ts';
import type { SequencingChoice } from '../../strategies/arbitrage-execution/index.ts';
import type { Judgement, PairedLeg } from '../trading/risk-desk.ts';
import { arbIntentId } from './arb-ids.ts';
import { orderQtyOf, type PlannedSides } from './planned-sides.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';

/** The first order of a leg, and what every gate said of it. */
interface JudgedLeg {
  readonly intent: OrderIntent;
  readonly judged: Judgement;
}

export type JudgedLegs = Readonly<Record<LegKey, JudgedLeg>>;

/** Asks every gate about the entry of both legs, before anything of either is sent. Each knows of the other: a hedged pair is net flat, and binds twice. */
export function judgeLegs(
  context: ArbitrageContext,
  trade: ArbTrade,
  how: {
    readonly sides: PlannedSides;
    readonly choice: SequencingChoice;
    readonly leverage: Readonly<Record<LegKey, number>>;
  },
): JudgedLegs {
  const { sides, choice, leverage } = how;
  const intents = { buy: intentOf('buy'), sell: intentOf('sell') };
  return { buy: judge('buy', 'sell'), sell: judge('sell', 'buy') };

  function intentOf(leg: LegKey): OrderIntent {
    const { instrument } = sides[leg];
    const isMaker = choice.sequencing === 'maker-taker' && choice.first === leg;
    return {
      intentId: arbIntentId(trade.arbId, { leg, phase: 'entry', n: 1 }),
      source: trade.source === 'carry' ? 'carry' : 'arbitrage',
      role: 'entry',
      instrumentId: instrument.id,
      side: trade[leg].side,
      type: 'limit',
      tif: isMaker ? 'POST_ONLY' : 'IOC',
      qtyBase: toDecimalString(orderQtyOf(decimal(trade.wantedQtyBase), sides[leg], context.state.spotFees)),
      px: trade[leg].limitPx,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: false,
      closesPosition: false,
      leverage: instrument.kind === 'spot' ? null : leverage[leg],
      expectedNetBps: trade.expected.entryNetBps,
      stopPx: trade[leg].disasterStopPx,
      createdMs: trade.startedMs,
    };
  }

  function judge(leg: LegKey, other: LegKey): JudgedLeg {
    const { instrument, desk } = sides[leg];
    const judged = context.orders.judge(intents[leg], instrument, desk, pairedOf(leg, other));
    return { intent: intents[leg], judged };
  }

  function pairedOf(leg: LegKey, other: LegKey): PairedLeg {
    const sign = trade[other].side === 'BUY' ? 1 : -1;
    const qtyBase = toDecimalString(decimal(trade.wantedQtyBase).times(sign));
    // One account with one pocket for both markets pays for both; with two pockets this asks for too much, never for too little.
    const isShared = sides[leg].desk.account === sides[other].desk.account;
    return { qtyBase, bindsUsd: isShared ? bindsOf(other) : '0' };
  }

  function bindsOf(leg: LegKey): DecimalString {
    const notional = decimal(trade.wantedQtyBase).times(decimal(trade[leg].limitPx));
    if (sides[leg].market === 'spot') return trade[leg].side === 'BUY' ? toDecimalString(notional) : '0';
    return toDecimalString(notional.div(leverage[leg]));
  }
}
