import { keyCode } from '../../kit/index.ts';

/** Every key the decoder acts on. No two may share a code; `parse.test.ts` checks it. */
export const KEY_NAMES =
  'stream data e E T s st U u pu b a B A lastUpdateId bids asks t p q m P i r c o h l v k x'.split(' ');

export const K_STREAM = keyCode('stream');
export const K_DATA = keyCode('data');
export const K_EVENT = keyCode('e');
export const K_EVENT_MS = keyCode('E');
export const K_TIME_MS = keyCode('T');
export const K_SYMBOL = keyCode('s');
export const K_MARGIN = keyCode('st');
export const K_FIRST_SEQ = keyCode('U');
export const K_LAST_SEQ = keyCode('u');
export const K_PREV_SEQ = keyCode('pu');
export const K_b = keyCode('b');
export const K_a = keyCode('a');
export const K_B = keyCode('B');
export const K_A = keyCode('A');
export const K_LAST_UPDATE_ID = keyCode('lastUpdateId');
export const K_BIDS = keyCode('bids');
export const K_ASKS = keyCode('asks');
export const K_t = keyCode('t');
export const K_p = keyCode('p');
export const K_q = keyCode('q');
export const K_m = keyCode('m');
export const K_P = keyCode('P');
export const K_i = keyCode('i');
export const K_r = keyCode('r');
export const K_c = keyCode('c');
export const K_o = keyCode('o');
export const K_h = keyCode('h');
export const K_l = keyCode('l');
export const K_v = keyCode('v');
export const K_k = keyCode('k');
export const K_x = keyCode('x');
