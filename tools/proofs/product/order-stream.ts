import type { Json, RunningProduct } from './running-product.ts';

const PERIOD_MS = 250;
const NOTIONAL_USD = 120;
/** Near enough for the price band, far enough to rest. */
const UNDER_FRAC = 0.97;

/**
 * Gives orders through the API, one after the other, until it is stopped; keeps what was answered. One small position per venue, then limits
 * that rest under the market and are cancelled: round trips would lose fees and end at the gate of losses in a row.
 */
export class OrderStream {
  readonly answers = { taken: 0, refused: 0, unanswered: 0, lastRefusal: '' };
  private readonly product: RunningProduct;
  private readonly venues: readonly string[];
  private isStopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(product: RunningProduct, venues: readonly string[]) {
    this.product = product;
    this.venues = venues;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.isStopped; turn += 1) {
      const venue = this.venues[turn % this.venues.length] ?? 'BINANCE';
      try {
        await this.turn(venue);
      } catch {
        // house-ok: counted; the server is killed under the call on purpose
        this.answers.unanswered += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
    }
  }

  private async turn(venue: string): Promise<void> {
    const wish = { venue, market: 'perp', symbol: 'ETHUSDT', side: 'BUY', notional_usd: NOTIONAL_USD };
    const { positions = [] } = (await this.product.api('/api/trading/positions')) as { positions?: readonly Json[] };
    const held = positions.find((row) => row['venue'] === venue);
    const markPx = held?.['mark_price'];
    if (typeof markPx !== 'number') return void (await this.send({ ...wish, type: 'market' }));
    const orderId = await this.send({ ...wish, type: 'limit', price: Math.round(markPx * UNDER_FRAC) });
    if (orderId !== null) await this.product.api('/api/trading/orders/cancel', { venue, order_id: orderId });
  }

  private async send(wish: Json): Promise<string | null> {
    const preview = await this.product.api('/api/trading/order/preview', wish);
    if (typeof preview['preview_id'] !== 'string') return this.refused(preview);
    const sent = await this.product.api('/api/trading/order/execute', { preview_id: preview['preview_id'] });
    if (sent['ok'] !== true) return this.refused(sent);
    this.answers.taken += 1;
    return String((sent['order'] as Json)['order_id']);
  }

  private refused(answer: Json): null {
    this.answers.refused += 1;
    this.answers.lastRefusal = `${String(answer['code'])} ${String(answer['error'] ?? answer['reason'])} ${String(answer['detail'] ?? '')}`;
    return null;
  }
}
