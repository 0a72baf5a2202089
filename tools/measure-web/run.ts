import { availableParallelism, loadavg } from 'node:os';
import { axe } from './axe.ts';
import { bundle } from './bundle.ts';
import { frames } from './frames.ts';
import { freshness } from './freshness.ts';
import { interaction } from './interaction.ts';
import type { Part, Row } from './measure.ts';
import { memory } from './memory.ts';
import { paint } from './paint.ts';
import { pro } from './pro.ts';
import { shift } from './shift.ts';
import { Stage } from './stage.ts';

const PARTS: readonly Part[] = [bundle, paint, shift, frames, interaction, freshness, memory, pro, axe];
const DEFAULT_MINUTES = 3;

const args = process.argv.slice(2);
const valueOf = (name: string): string | undefined => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
};
const only = valueOf('--only')?.split(',') ?? PARTS.filter(({ isLong = false }) => !isLong).map(({ name }) => name);
const minutes = Number(valueOf('--minutes') ?? DEFAULT_MINUTES);
const paths = valueOf('--paths')?.split(',') ?? null;
const unknown = only.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0 || !Number.isFinite(minutes) || minutes <= 0) {
  console.error(`measure:web: --only takes ${PARTS.map(({ name }) => name).join(',')}; --minutes a number over 0`);
  process.exit(2);
}

const chosen = PARTS.filter(({ name }) => only.includes(name));
const stage = chosen.some(({ needsProduct }) => needsProduct) ? await Stage.open() : null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stage?.close().finally(() => process.exit(130)));
const rows: Row[] = [];
try {
  if (stage)
    console.log(
      `The product's own stream carries ${stage.ownRate.toFixed(1)} items/s here. Where a rate is named, its own items, recorded for 10 s, are replayed at that rate by a server on loopback.`,
    );
  for (const part of chosen) {
    const load = loadavg()[0]?.toFixed(1) ?? '?';
    console.log(`\n${part.name} (load ${load} on ${availableParallelism()} cores)`);
    const measured = await part.measure(stage as Stage, { minutes, paths });
    for (const row of measured) console.log(lineOf(row));
    rows.push(...measured);
  }
} finally {
  await stage?.close();
}
const missed = rows.filter(({ isMet }) => isMet === false);
console.log(`\n${rows.filter(({ isMet }) => isMet === true).length} goals met, ${missed.length} missed`);
process.exitCode = missed.length === 0 ? 0 : 1;

function lineOf({ what, goal, measured, isMet }: Row): string {
  const verdict = isMet === null ? '' : isMet ? 'met' : 'MISSED';
  return `${what.padEnd(40)} ${goal.padEnd(12)} ${verdict.padEnd(7)} ${measured}`;
}
