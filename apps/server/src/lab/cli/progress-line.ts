/** Where progress is shown. */
export interface ProgressOut {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;
/** Without a terminal a line is written for every tenth. */
const STEPS = 10;

/** A bar that redraws itself on a terminal, and a line for every tenth elsewhere. */
export class ProgressLine {
  private readonly out: ProgressOut;
  private readonly total: number;
  private readonly what: string;
  private shownSteps = -1;

  constructor(out: ProgressOut, total: number, what: string) {
    this.out = out;
    this.total = total;
    this.what = what;
  }

  show(done: number, note = ''): void {
    const share = this.total === 0 ? 1 : done / this.total;
    if (this.out.isTTY === true) {
      const full = Math.round(share * WIDTH);
      this.out.write(
        `\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done}/${this.total} ${this.what} ${note}\u001b[K`,
      );
      return;
    }
    const steps = Math.floor(share * STEPS);
    if (steps === this.shownSteps) return;
    this.shownSteps = steps;
    this.out.write(`${done}/${this.total} ${this.what} ${note}\n`);
  }

  /** Leaves the bar standing and goes to the next line. */
  end(): void {
    if (this.out.isTTY === true) this.out.write('\n');
  }
}
