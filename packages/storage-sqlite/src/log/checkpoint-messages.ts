/** Messages to the checkpoint thread. */
export type CheckpointOrder = 'checkpoint' | 'stop';

/** What it answers to `checkpoint`. */
export type CheckpointReport = 'done' | 'failed';
