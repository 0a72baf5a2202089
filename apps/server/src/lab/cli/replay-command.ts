import { runReplay, type ReplayOutcome } from '../jobs/run-replay.ts';
import { foldersOf, replayBase, type CommandContext } from './command-context.ts';
import { showCard } from './show-card.ts';

/** `replay`: plays a recording once or twice. Returns the exit code: 1 when two plays differ. */
export async function replayCommand(context: CommandContext): Promise<number> {
  const { args } = context;
  const first = await play(context);
  const second = args.has('twice') ? await play(context) : null;
  const isSame =
    second === null ||
    (second.decisionsHash === first.decisionsHash &&
      second.trialsHash === first.trialsHash &&
      second.scan?.seenHash === first.scan?.seenHash);
  if (args.has('json')) context.print(JSON.stringify({ first, second, isSame: second === null ? null : isSame }));
  else {
    context.print(showReplay(first, args.has('speed')));
    if (second !== null) {
      context.print(isSame ? 'played twice: identical decisions and trials, byte for byte' : 'played twice: DIFFERENT');
      if (args.has('speed')) context.print(showReplay(second, true));
    }
  }
  return isSame ? 0 : 1;
}

/** `verdict`: plays a recording and shows the card. */
export async function verdictCommand(context: CommandContext): Promise<number> {
  const outcome = await play(context);
  context.print(context.args.has('json') ? JSON.stringify(outcome) : showCard(outcome.card));
  return 0;
}

async function play(context: CommandContext): Promise<ReplayOutcome> {
  const { clock } = context;
  const stop = { isWanted: false };
  void context.interrupted.then(() => (stop.isWanted = true));
  const folders = await foldersOf(context);
  const outcome = await runReplay(
    { ...replayBase(context), folders },
    { nowMs: () => clock.nowMs(), onProgress: () => !stop.isWanted },
  );
  for (const note of outcome.skipped) context.notes.write(`not played: ${note}\n`);
  return outcome;
}

function showReplay(outcome: ReplayOutcome, withSpeed: boolean): string {
  const { messages, playedS, wallS, cpuS, report, scan, warmUpDecisions } = outcome;
  const lines = [
    `${outcome.recording}: ${messages} messages of ${playedS.toFixed(1)} s, ${outcome.decisions} decisions by ${outcome.strategy}`,
    `  decisions sha256 ${outcome.decisionsHash}`,
    `  ${outcome.booksInSync} of ${outcome.books} books in sync at the end`,
  ];
  if (warmUpDecisions > 0) lines.push(`  ${warmUpDecisions} decisions while the averages filled count for nothing`);
  if (scan !== null) lines.push(`  arbitrage scanner: ${scan.pairs} pairs, ${scan.found} opportunities`);
  for (const [venue, figures] of Object.entries(report?.venues ?? {})) {
    lines.push(
      `  ${venue}: ${figures.frames} frames, ${figures.snapshots} snapshots, ${figures.gaps} gaps, ${figures.malformed} malformed, ${figures.offTick} off tick`,
    );
  }
  for (const damage of report?.damage ?? []) lines.push(`  damaged: ${damage}`);
  if (withSpeed) {
    lines.push(
      `  ${rate(messages, wallS)} messages/s by the clock (${wallS.toFixed(2)} s), ${rate(messages, cpuS)} by the processor (${cpuS.toFixed(2)} s), ${rate(playedS, wallS)} times real time`,
    );
  }
  return lines.join('\n');
}

function rate(count: number, seconds: number): string {
  return Math.round(count / seconds).toLocaleString('en-US');
}
