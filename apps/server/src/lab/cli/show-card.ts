import type { LabCard } from '@riptide/core/lab';

/** Returns a verdict card as lines for a terminal. */
export function showCard(card: LabCard): string {
  const { costs, placebos } = card;
  const lines = [
    `${card.subject} on ${card.source}: ${card.verdict.toUpperCase()} (${card.reason})`,
    `  over placebos  ${bps(card.edgeBps)} bps [${bps(card.lowBps)}, ${bps(card.highBps)}], ${card.trades} trades of ${card.signals} signals in ${card.clusters} stretches`,
    `  after costs    ${bps(card.netBps)} bps [${bps(card.netLowBps)}, ${bps(card.netHighBps)}]`,
  ];
  if (costs !== null) {
    lines.push(
      `  gross ${bps(costs.grossBps)} = net ${bps(costs.netBps)} + fees ${bps(costs.feesBps)} + spread ${bps(costs.spreadBps)} + slippage ${bps(costs.slippageBps)} + funding ${bps(costs.fundingBps)}`,
    );
  }
  for (const [kind, { trades, grossBps, grossLowBps, grossHighBps, netBps }] of Object.entries(placebos)) {
    lines.push(
      `  ${kind.padEnd(14)} before costs ${bps(grossBps)} [${bps(grossLowBps)}, ${bps(grossHighBps)}], after ${bps(netBps)}, ${trades} trades`,
    );
  }
  const capacity = card.capacityUsd === null ? '—' : `${card.capacityUsd.toLocaleString('en-US')} USD`;
  lines.push(
    `  capacity ${capacity} · in sample ${bps(card.inSample.edgeBps)} bps of ${card.inSample.trades} trades · left open ${card.openTrials}`,
    `  ${card.method}`,
  );
  return lines.join('\n');
}

/** A figure with two decimals; — when it is unknown. */
export function bps(value: number | null): string {
  return value === null || !Number.isFinite(value) ? '—' : (Math.round(value * 100) / 100).toFixed(2);
}
