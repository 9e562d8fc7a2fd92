import type { Scheduler } from './scheduler.ts';

/** A digest of everything that happened in a history, in its order: equal for equal histories, or chance came in from outside. */
export class TraceHash {
  readonly #scheduler: Scheduler;
  #one = 2_166_136_261;
  #other = 3_141_592_653;
  #notes = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  note(place: string, process: string, how: string): void {
    this.#notes += 1;
    this.#addNumber(this.#scheduler.now * 1_000);
    this.#add(place);
    this.#add(process);
    this.#add(how);
  }

  /** Number of notes and the digest of them. */
  text(): string {
    return `${this.#notes} ${(this.#one >>> 0).toString(16)} ${(this.#other >>> 0).toString(16)}`;
  }

  #add(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.#addNumber(text.charCodeAt(index));
  }

  #addNumber(number: number): void {
    this.#one = Math.imul(this.#one ^ number, 16_777_619);
    this.#other = Math.imul(this.#other + number, 2_246_822_519) ^ (this.#other >>> 13);
  }
}
