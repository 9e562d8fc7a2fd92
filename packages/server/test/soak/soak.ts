import { parseArgs } from 'node:util';
import { createSeededRandom } from '@filmgate/conformance';

/** What befell in a round, in words, and every promise that was broken in it. */
export interface SoakRound {
  readonly said: string;
  readonly problems: readonly string[];
}

/** What the upstream is asked to do to a job, the healthy case more often than any other. */
const behaviours = [
  '',
  '',
  '',
  'lost-response',
  'fail=internal',
  'poll-500=2',
  'status-404=2',
  'refuse=400',
];

/**
 * Rounds of chance, one after the other, until the time is over. `--minutes` and `--seed` come from the command line.
 * The seed repeats what is asked and what befalls; what that meets is up to the machine.
 */
export class Soak {
  readonly seed: number;
  readonly #minutes: number;
  readonly #random: () => number;

  constructor(minutes: number) {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: String(minutes) },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      },
    });
    this.#minutes = Number(values.minutes);
    this.seed = Number(values.seed);
    if (!(this.#minutes > 0 && this.#minutes <= 600) || !Number.isSafeInteger(this.seed))
      throw new Error('--minutes is a number up to 600, --seed a whole number');
    this.#random = createSeededRandom(this.seed);
  }

  /** A whole number from 0 to `most`. */
  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** True once in a while: `share` of all times, 0 to 1. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** The end of a prompt that tells the mock how to treat the job. */
  behaviour(longestRunSeconds: number): string {
    const run = `run=${this.upTo(longestRunSeconds)}s`;
    const behaviour = behaviours[this.upTo(behaviours.length - 1)] ?? '';
    return `[[mock:${['queue=0s', run, behaviour].filter((part) => part !== '').join(',')}]]`;
  }

  /** Plays rounds and says each; resolves with the exit code: 0 when every promise was kept. */
  async play(playRound: (round: number) => Promise<SoakRound>): Promise<number> {
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    say(`seed ${this.seed}, ${this.#minutes} min`);
    const until = performance.now() + this.#minutes * 60_000;
    let broken = 0;
    for (let round = 1; performance.now() < until; round += 1) {
      const { said, problems } = await playRound(round);
      say(`round ${round}: ${said}`);
      for (const problem of problems) say(`round ${round}: ${problem}`);
      broken += problems.length;
    }
    say(broken === 0 ? 'every promise kept' : `BROKEN: repeat with --seed ${this.seed}`);
    return broken === 0 ? 0 : 1;
  }
}
