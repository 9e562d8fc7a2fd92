/** Messages to the checkpoint thread. */
export type CheckpointOrder = 'checkpoint' | 'stop';

/** Response to `checkpoint`. */
export type CheckpointReport = 'done' | 'failed';
