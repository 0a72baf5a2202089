import { systemClock } from '@riptide/core/kernel';
import { dataDirOf, type CommandContext } from './command-context.ts';
import { HELP } from './help-text.ts';
import { LabArgs, UsageError } from './lab-args.ts';

type Command = (context: CommandContext) => Promise<number>;

/** Loaded when asked for: a list must not wait for the simulator's code. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  record: async () => (await import('./record-command.ts')).recordCommand,
  list: async () => (await import('./list-command.ts')).listCommand,
  replay: async () => (await import('./replay-command.ts')).replayCommand,
  verdict: async () => (await import('./replay-command.ts')).verdictCommand,
  planted: async () => (await import('./planted-command.ts')).plantedCommand,
  search: async () => (await import('./search-command.ts')).searchCommand,
};

/** Runs one command of the lab and returns the exit code: 2 for a mistake in the arguments. */
export async function runLabCli(argv: readonly string[], workerModule: URL): Promise<number> {
  const { stdout, stderr } = process;
  let interrupt: () => void = () => undefined;
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
  process.once('SIGINT', interrupt);
  try {
    const args = new LabArgs(argv);
    if (args.has('help') || args.command === null) {
      stdout.write(HELP);
      return args.has('help') ? 0 : 2;
    }
    const load = COMMANDS[args.command];
    if (load === undefined) {
      throw new UsageError(`read ${args.command}, allowed is ${Object.keys(COMMANDS).join(', ')}; --help tells more`);
    }
    const command = await load();
    return await command({
      args,
      clock: systemClock(),
      workerModule,
      dataDir: dataDirOf(args, process.env),
      print: (text) => void stdout.write(`${text}\n`),
      notes: stderr,
      interrupted,
    });
  } catch (e) {
    const text = e instanceof Error ? e.message : String(e);
    stderr.write(`lab: ${text}\n`);
    return e instanceof UsageError ? 2 : 1;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
