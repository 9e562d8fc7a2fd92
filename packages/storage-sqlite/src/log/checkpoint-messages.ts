/** What the checkpoint thread is told. */
export type CheckpointOrder = 'checkpoint' | 'stop';

/** What it answers to `checkpoint`. */
export type CheckpointReport = 'done' | 'failed';
