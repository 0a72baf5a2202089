import type { Venue } from '@riptide/core/domain';
import { answerBinance } from './binance.ts';
import { answerBybit } from './bybit.ts';
import { answerKucoin } from './kucoin.ts';
import { answerOkx } from './okx.ts';
import type { Answer, Ask } from './ask.ts';

const ANSWERS: Readonly<Record<Venue, (ask: Ask) => Answer>> = {
  BINANCE: answerBinance,
  BYBIT: answerBybit,
  OKX: answerOkx,
  KUCOIN: answerKucoin,
};

/** Returns what the venue's adapter makes of an ask. */
export function answer(venue: Venue, ask: Ask): Answer {
  return ANSWERS[venue](ask);
}
