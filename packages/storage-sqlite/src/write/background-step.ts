import type { Command } from './batch.ts';

/** A piece of work nobody waits for, small enough not to be noticed. */
export interface BackgroundStep {
  readonly command: Command<void>;
  /** Called once the command is committed. */
  committed(): void;
}

/** Work that can be put off. */
export interface BackgroundWork {
  /** The next step, or undefined when none is worth taking: with nothing else to do, or (`idle` false) although there is. */
  nextStep(idle: boolean): BackgroundStep | undefined;
}
