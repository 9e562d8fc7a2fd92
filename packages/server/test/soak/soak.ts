import { parseArgs } from 'node:util';
import { createSeededRandom } from '@filmgate/conformance';

/** Events of a round as sentences, and every broken promise. */
export interface SoakRound {
  readonly said: string;
  readonly problems: readonly string[];
}

export interface SoakOptions {
  readonly minutes: number;
  /** Repeats the requests and faults; their timing depends on the machine. */
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Behaviours requested from the upstream for a job, the healthy case most often. */
const behaviours = [
  '',
  '',
  '',
  'lost-response',
  'fail=internal',
  'reads=500:2',
  'reads=404:2',
  'refuse=400',
];

/** Results of a job. */
const results = ['', '', '', 'url-403=2', 'wrong-duration', 'truncate=60%', 'html-body', 'no-moov'];

/** Random rounds, one after the other, until the time is over. */
export class Soak {
  readonly seed: number;
  readonly #minutes: number;
  readonly #say: (line: string) => void;
  readonly #random: () => number;

  constructor({ minutes, seed, say }: SoakOptions) {
    this.seed = seed;
    this.#minutes = minutes;
    this.#say = say;
    this.#random = createSeededRandom(seed);
  }

  /** `--minutes` and `--seed` come from the command line, and every line goes to its output. */
  static fromCommandLine(minutes: number): Soak {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string', default: String(minutes) },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      },
    });
    const [asked, seed] = [Number(values.minutes), Number(values.seed)];
    if (!(asked > 0 && asked <= 600) || !Number.isSafeInteger(seed))
      throw new Error('--minutes is a number up to 600, --seed a whole number');
    return new Soak({
      minutes: asked,
      seed,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
  }

  /** A whole number from 0 to `most`. */
  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** Returns true for `share` of all calls, 0 to 1. */
  chance(share: number): boolean {
    return this.#random() < share;
  }

  /** Returns one of these at random. */
  oneOf<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
    return choices[this.upTo(choices.length - 1)] ?? choices[0];
  }

  /** Suffix of a prompt with the behaviour of the mock for the job. */
  behaviour(longestRunSeconds: number): string {
    return this.#tokens(longestRunSeconds, [behaviours]);
  }

  /** Suffix that may also cause missing or unusable results. */
  behaviourWithResults(longestRunSeconds: number): string {
    return this.#tokens(longestRunSeconds, [behaviours, results]);
  }

  /** Runs rounds and reports each; resolves with every broken promise. */
  async play(playRound: (round: number) => Promise<SoakRound>): Promise<readonly string[]> {
    this.#say(`seed ${this.seed}, ${this.#minutes} min`);
    const until = performance.now() + this.#minutes * 60_000;
    const broken: string[] = [];
    for (let round = 1; performance.now() < until; round += 1) {
      const { said, problems } = await playRound(round);
      this.#say(`round ${round}: ${said}`);
      for (const problem of problems) this.#say(`round ${round}: ${problem}`);
      broken.push(...problems);
    }
    this.#say(
      broken.length === 0 ? 'every promise kept' : `BROKEN: repeat with --seed ${this.seed}`,
    );
    return broken;
  }

  #tokens(longestRunSeconds: number, lists: readonly (readonly string[])[]): string {
    const run = `run=${this.upTo(longestRunSeconds)}s`;
    const chosen = lists.map((list) => list[this.upTo(list.length - 1)] ?? '');
    return `[[mock:${['queue=0s', run, ...chosen].filter((part) => part !== '').join(',')}]]`;
  }
}
