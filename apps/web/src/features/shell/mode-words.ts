import { joinNames } from '../../lib/join-names.ts';

export interface ModeFacts {
  readonly execution: 'paper' | 'live';
  readonly market: 'sim' | 'replay' | 'live' | 'testnet';
}

const PRICE_WORDS: Readonly<Record<ModeFacts['market'], string>> = {
  sim: 'simulated',
  replay: 'recorded',
  live: 'live',
  testnet: 'testnet',
};

interface ModeWords {
  readonly word: 'PAPER' | 'LIVE' | 'MODE UNKNOWN';
  /** Left out where room is short. */
  readonly lead: string;
  readonly text: string;
}

/** Words where orders go, venue by venue; LIVE as soon as one venue is live, unknown while nobody has told. */
export function wordMode(mode: ModeFacts | null, live: readonly string[] | null, paper: readonly string[]): ModeWords {
  if (mode === null) return { word: 'MODE UNKNOWN', lead: '', text: 'The server has not said yet where orders go.' };
  if (mode.execution === 'paper' || live?.length === 0)
    return {
      word: 'PAPER',
      lead: `Orders fill in the built-in simulator at ${PRICE_WORDS[mode.market]} prices. `,
      text: 'No real money is at risk.',
    };
  if (live === null)
    return { word: 'LIVE', lead: '', text: 'Live orders are permitted; which venues are live is not known yet.' };
  const rest = paper.length === 0 ? '' : ` ${joinNames(paper)} ${paper.length === 1 ? 'stays' : 'stay'} on paper.`;
  if (mode.market === 'sim')
    return {
      word: 'LIVE',
      lead: `Orders go to simulated ${joinNames(live)}.${rest} `,
      text: 'No real money is at risk.',
    };
  return { word: 'LIVE', lead: '', text: `Real orders on ${joinNames(live)}.${rest}` };
}
