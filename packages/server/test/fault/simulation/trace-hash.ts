import type { Scheduler } from './scheduler.ts';

/** A digest of all events of a history, in order: equal for equal histories, unless randomness came in from outside. */
export class TraceHash {
  readonly #scheduler: Scheduler;
  #one = 2_166_136_261;
  #other = 3_141_592_653;
  #notes = 0;
  /** Digests of texts noted before: there are few. */
  readonly #digests = new Map<string, number>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  note(position: string, process: string, how: string): void {
    this.#notes += 1;
    this.#addNumber(this.#scheduler.now * 1_000);
    this.#add(position);
    this.#add(process);
    this.#add(how);
  }

  /** Number of notes and the digest of them. */
  text(): string {
    return `${this.#notes} ${(this.#one >>> 0).toString(16)} ${(this.#other >>> 0).toString(16)}`;
  }

  #add(text: string): void {
    let digest = this.#digests.get(text);
    if (digest === undefined) {
      digest = digestOf(text);
      this.#digests.set(text, digest);
    }
    this.#addNumber(digest);
  }

  #addNumber(number: number): void {
    this.#one = Math.imul(this.#one ^ number, 16_777_619);
    this.#other = Math.imul(this.#other + number, 2_246_822_519) ^ (this.#other >>> 13);
  }
}

function digestOf(text: string): number {
  let digest = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1)
    digest = Math.imul(digest ^ text.charCodeAt(index), 16_777_619);
  return digest;
}
