/** One metric or word as the `?` beside it and Settings > Help explain it. */
export interface GlossaryEntry {
  readonly name: string;
  readonly group: GlossaryGroup;
  /** One sentence. */
  readonly meaning: string;
  readonly formula?: string;
  readonly unit?: string;
  readonly source?: string;
  /** How often it is renewed. */
  readonly interval?: string;
}

export const GLOSSARY_GROUPS = ['Money', 'Trading', 'Arbitrage', 'Learning', 'Risk', 'Connection'] as const;
type GlossaryGroup = (typeof GLOSSARY_GROUPS)[number];

const entry = <const E extends GlossaryEntry>(facts: E): E => facts;

/** Every metric of the screens, once; `Help` shows an entry by its key. */
export const GLOSSARY = {
  totalBalance: entry({
    name: 'Total Balance',
    group: 'Money',
    meaning: 'Equity of all venues that answer, on the accounts their orders go to.',
    formula: 'free cash + margin in use + unrealised profit, summed over venues',
    unit: 'USD',
    source: 'the paper account or the venue, never both in one sum',
    interval: 'pushed, else every 15 s',
  }),
  equity: entry({
    name: 'Equity',
    group: 'Money',
    meaning: 'What an account would hold if every position closed at its mark price.',
    formula: 'cash + unrealised profit',
    unit: 'USD',
  }),
  available: entry({
    name: 'Available Balance',
    group: 'Money',
    meaning: 'Free USDT that new positions can use.',
    unit: 'USDT',
  }),
  inPositions: entry({
    name: 'In Positions',
    group: 'Money',
    meaning: 'Notional of open positions at mark; the margin behind it stands below.',
    formula: 'size x mark price',
    unit: 'USD',
  }),
  todayPnl: entry({
    name: "Today's P&L",
    group: 'Money',
    meaning: 'Change of the equity since midnight UTC, deposits and withdrawals left out.',
    formula: 'realised + change of unrealised - fees + funding',
    unit: 'USD',
  }),
  realizedPnl: entry({
    name: 'Realized P&L',
    group: 'Money',
    meaning: 'Result of closed trades after fees and funding.',
    unit: 'USD',
  }),
  unrealizedPnl: entry({
    name: 'Unrealized P&L',
    group: 'Money',
    meaning: 'Result of open positions at the mark price, before the fees of closing.',
    formula: '(mark - entry) x size, negated for a short',
    unit: 'USD',
  }),
  roe: entry({
    name: 'ROE',
    group: 'Trading',
    meaning: 'Unrealised result against the margin of the position.',
    formula: 'unrealised P&L / margin',
    unit: '%',
  }),
  winRate: entry({
    name: 'Win Rate',
    group: 'Trading',
    meaning: 'Share of closed trades with a positive result after fees; an arbitrage pair is one trade.',
    formula: 'winning trades / closed trades',
    unit: '%',
  }),
  profitFactor: entry({
    name: 'Profit factor',
    group: 'Trading',
    meaning: 'How much was won for each dollar lost.',
    formula: 'sum of gains / sum of losses',
  }),
  sharpe: entry({
    name: 'Sharpe ratio',
    group: 'Trading',
    meaning: 'Mean result of a trade against how much results vary; 1 or more is shown green.',
    formula: 'mean / standard deviation of results',
  }),
  drawdown: entry({
    name: 'Drawdown',
    group: 'Money',
    meaning: 'How far the equity stands below its highest value before.',
    formula: '(equity - peak) / peak',
    unit: '%',
  }),
  averageEdge: entry({
    name: 'Average edge',
    group: 'Trading',
    meaning: 'Mean net result of a closed trade against its notional.',
    unit: 'bps (0.01 %)',
  }),
  slippage: entry({
    name: 'Slippage',
    group: 'Trading',
    meaning: 'How much worse the entry was than the price at which it was decided; negative: better than decided.',
    formula: '(entry - decided) / decided, negated for a short',
    unit: 'bps',
  }),
  bps: entry({
    name: 'bps',
    group: 'Trading',
    meaning: 'Basis point: one hundredth of a percent. 10 bps of $1,000 are $1.',
  }),
  liquidation: entry({
    name: 'Liquidation',
    group: 'Trading',
    meaning: 'A position closed by force by its venue; PAS Trader trades the overshoot that follows.',
    source: 'public streams of the venues; KuCoin has none, there it is inferred',
    interval: 'pushed',
  }),
  cascade: entry({
    name: 'Cascade',
    group: 'Trading',
    meaning: 'Liquidations of one symbol and side without a pause of more than 5 s, over all venues.',
  }),
  displacement: entry({
    name: 'Displacement',
    group: 'Trading',
    meaning: 'Distance of the price from its volume-weighted average.',
    formula: '(mid - VWAP) / VWAP',
    unit: 'bps',
  }),
  liquidationDistance: entry({
    name: 'Liquidation distance',
    group: 'Risk',
    meaning: 'How far the mark price may go before the venue closes the position by force.',
    unit: '%',
  }),
  grossBps: entry({
    name: 'Gross spread',
    group: 'Arbitrage',
    meaning: 'Price difference between the two venues before any cost.',
    formula: '(sell price - buy price) / buy price',
    unit: 'bps',
  }),
  netBps: entry({
    name: 'Edge (Net bps)',
    group: 'Arbitrage',
    meaning: 'What is left of the spread after fees, depth at the entered size and delay.',
    formula: 'gross - entry fees - slippage - exit fees - usual exit spread',
    unit: 'bps',
    interval: 'pushed, else every 5 s',
  }),
  capacity: entry({
    name: 'Capacity',
    group: 'Arbitrage',
    meaning: 'Largest size whose net edge is still above the minimum, from both books.',
    unit: 'USD',
  }),
  funding: entry({
    name: 'Funding',
    group: 'Arbitrage',
    meaning: 'What longs pay to shorts (or the reverse) at each interval of a perpetual.',
    unit: '% of the notional per interval; positive: longs pay',
  }),
  basis: entry({
    name: 'Basis',
    group: 'Arbitrage',
    meaning: 'Distance of the perpetual from the spot price of the same coin.',
    formula: '(perp mid - spot mid) / spot mid',
    unit: 'bps',
  }),
  successRate: entry({
    name: 'Success Rate',
    group: 'Arbitrage',
    meaning: 'Share of executed arbitrages that ended with a gain after all costs, of those whose result is known.',
    formula: 'gains / (gains + losses)',
    unit: '%',
  }),
  nakedLeg: entry({
    name: 'Naked leg',
    group: 'Arbitrage',
    meaning: 'One leg filled while the other did not; the platform closes or completes it at once and says so.',
  }),
  decision: entry({
    name: 'Decision',
    group: 'Learning',
    meaning:
      'What an engine made of one trigger, a burst of liquidations: a trade, a proposal, or nothing, with the reason.',
    interval: 'pushed',
  }),
  samples: entry({
    name: 'Samples',
    group: 'Learning',
    meaning: 'Arbitrages the agent learnt from: executed ones, and opportunities it followed without trading them.',
  }),
  fade: entry({
    name: 'Fade and follow',
    group: 'Trading',
    meaning:
      'Fade buys what is sold by force and sells what is bought by force; follow goes with it. "fade 15 · 35/25 post" rests 15 bps away, target 35, stop 25.',
  }),
  evalOnly: entry({
    name: 'Ready, Eval Only, Blocked',
    group: 'Arbitrage',
    meaning:
      'Ready can be executed; Eval Only is shown to be learnt from, as its kind or edge is not traded; Blocked fails a check, named beside it.',
  }),
  arm: entry({
    name: 'Arm',
    group: 'Learning',
    meaning: 'One way of answering a trigger: direction, offset, target, stop and execution.',
  }),
  posterior: entry({
    name: 'Posterior mean',
    group: 'Learning',
    meaning: 'What an arm is believed to earn after all outcomes so far; the bar holds 90 % of the belief.',
    unit: 'bps',
  }),
  exploration: entry({
    name: 'Exploration',
    group: 'Learning',
    meaning: 'Share of decisions that try an arm to learn about it instead of the best known one.',
    unit: '%',
  }),
  explorationScale: entry({
    name: 'Exploration scale',
    group: 'Learning',
    meaning: 'How widely Oraculis tries arms against what its own doubt asks for: 1x as much, 0x only the best known.',
    unit: 'x',
  }),
  regret: entry({
    name: 'Regret',
    group: 'Learning',
    meaning: 'What the best fixed arm would have earned more than the choices made.',
    unit: 'bps, summed',
  }),
  confidence: entry({
    name: 'Confidence',
    group: 'Learning',
    meaning: 'Probability that the chosen arm is the best one, as the learner sees it.',
    unit: '%',
  }),
  dailyLoss: entry({
    name: 'Daily loss limit',
    group: 'Risk',
    meaning: 'At this loss since midnight UTC engines stop and new orders are refused until the next day.',
    unit: '% of the equity at the start of the day',
  }),
  maxPosition: entry({
    name: 'Max position size',
    group: 'Risk',
    meaning: 'No order may bring one position above this notional.',
    unit: 'USD',
  }),
  maxLeverage: entry({
    name: 'Max leverage',
    group: 'Risk',
    meaning: 'Highest leverage an order may use; the venue may allow less.',
    unit: 'x',
  }),
  stopLoss: entry({
    name: 'Stop loss',
    group: 'Risk',
    meaning: 'Largest distance of the protective stop from the entry.',
    unit: '%',
  }),
  riskUsed: entry({
    name: 'Risk limits used',
    group: 'Risk',
    meaning:
      'How many of the five limits are used by half or more: position, daily loss, leverage, slots, losses in a row.',
  }),
  killSwitch: entry({
    name: 'Kill switch',
    group: 'Risk',
    meaning:
      'Stops every engine on the server, cancels orders or closes positions, and keeps all locked until Release.',
  }),
  dataAge: entry({
    name: 'Data age',
    group: 'Connection',
    meaning: 'How old the newest health message of the server is; a growing age means that figures stand still.',
    unit: 's',
  }),
  updateRate: entry({
    name: 'Updates/s',
    group: 'Connection',
    meaning: 'Items pushed by the server to this page per second, over the last two seconds.',
  }),
  feedDelay: entry({
    name: 'Feed delay',
    group: 'Connection',
    meaning: 'Median time from an event at the venue until it is here, corrected for the clocks.',
    unit: 'ms',
  }),
  roundTrip: entry({
    name: 'Round trip',
    group: 'Connection',
    meaning: 'Time of a small question from this browser to the server and back.',
    unit: 'ms',
    interval: 'every 10 s',
  }),
  clockOffset: entry({
    name: 'Clock offset',
    group: 'Connection',
    meaning: 'Difference between this machine and the venue; above 500 ms new risk is refused.',
    unit: 'ms',
  }),
} as const satisfies Record<string, GlossaryEntry>;

export type GlossaryKey = keyof typeof GLOSSARY;

/** Gives an entry as the plain text of a tooltip. */
export function glossaryText(key: GlossaryKey): string {
  const { meaning, formula, unit, source, interval }: GlossaryEntry = GLOSSARY[key];
  const rest = [
    formula === undefined ? '' : `Formula: ${formula}.`,
    unit === undefined ? '' : `Unit: ${unit}.`,
    source === undefined ? '' : `Source: ${source}.`,
    interval === undefined ? '' : `Renewed: ${interval}.`,
  ];
  return [meaning, ...rest.filter((line) => line !== '')].join(' ');
}
