import type { Stage } from './stage.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];

/** Opens positions on paper, so that the panels of the pro dashboard have something to show and the audit has rows of both kinds. */
export async function fillPro(stage: Stage): Promise<void> {
  for (const symbol of SYMBOLS) {
    const order = { venue: 'BINANCE', symbol, side: 'BUY', type: 'market', notional_usd: 300 };
    const preview = await stage.product.api('/api/trading/order/preview', order);
    await stage.product.api('/api/trading/order/execute', { preview_id: preview['preview_id'] });
  }
  await stage.recordAudit();
}
