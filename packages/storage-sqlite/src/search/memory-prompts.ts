import { foldText } from './fold-text.ts';
import { PromptSignatures } from './prompt-signatures.ts';

/** What a slot holds whose job has gone. */
const nobody = -1;

/**
 * The prompts of the jobs that are in memory and not in the index yet, so that a search among them need not look at
 * each. Nothing is done for a prompt until somebody searches.
 */
export class MemoryPrompts {
  /** Positions whose prompts were not read yet. */
  readonly #waiting = new Set<number>();
  readonly #slots = new Map<number, number>();
  /** Positions by slot. */
  readonly #positions: number[] = [];
  readonly #free: number[] = [];
  readonly #signatures = new PromptSignatures();

  enter(position: number): void {
    this.#waiting.add(position);
  }

  leave(position: number): void {
    this.#waiting.delete(position);
    const slot = this.#slots.get(position);
    if (slot === undefined) return;
    this.#slots.delete(position);
    this.#positions[slot] = nobody;
    this.#free.push(slot);
  }

  /** Reads so many of the prompts that were not read yet; true when none is left. */
  prepare(most: number, promptAt: (position: number) => string): boolean {
    let read = 0;
    for (const position of this.#waiting) {
      if (read === most) return false;
      const slot = this.#free.pop() ?? this.#positions.length;
      this.#positions[slot] = position;
      this.#slots.set(position, slot);
      this.#signatures.set(slot, foldText(promptAt(position)));
      this.#waiting.delete(position);
      read += 1;
    }
    return true;
  }

  /** Every position whose prompt, of those read, contains the text, and now and then one whose prompt does not; ascending. */
  candidates(search: string): readonly number[] {
    const positions: number[] = [];
    for (const slot of this.#signatures.candidates(foldText(search))) {
      const position = this.#positions[slot] ?? nobody;
      if (position !== nobody) positions.push(position);
    }
    return positions.toSorted((one, other) => one - other);
  }
}
