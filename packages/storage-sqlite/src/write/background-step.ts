import type { Command } from './batch.ts';

/** A piece of work nobody waits for, small enough not to be noticed. */
export interface BackgroundStep {
  readonly command: Command<void>;
  /** How long nothing is put-off work's turn afterwards, in times of what the step took. */
  readonly rest: number;
  /** Called once the command is committed. */
  committed(): void;
}

/** Rests of steps that are alike for all work. */
export const rests = {
  /** Nobody is writing: half of the time is left to those who read. */
  idle: 1,
  /** In between the work of others: a quarter of the time is taken. */
  busy: 3,
  /** In between the work of others, and nobody misses it: a sixteenth of the time is taken. */
  seldom: 15,
  /** The work must not fall behind any further, whatever it costs others. */
  pressing: 0,
} as const;

/** Work that can be put off. */
export interface BackgroundWork {
  /** The next step, or undefined when none is worth taking: with nothing else to do, or (`idle` false) although there is. */
  nextStep(idle: boolean): BackgroundStep | undefined;
}
