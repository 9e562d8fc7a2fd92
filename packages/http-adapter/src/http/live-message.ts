import type { Job } from '@filmgate/core';
import type { LiveMessage } from './live-connection.ts';
import { liveEventIdOf } from './live-event-position.ts';
import { textFrame } from './text-frame.ts';

/** Encodes a message that concerns no job. */
export function encode(message: {
  readonly id: string;
  readonly type: 'ready' | 'resync';
}): Buffer {
  return textFrame(JSON.stringify(message));
}

/**
 * Makes a message about a job.
 *
 * @param data - the job as JSON text
 */
export function messageOf(job: Job, data: string, type: string): LiveMessage {
  const head = JSON.stringify({ id: liveEventIdOf(job), type });
  return { jobId: job.id, bytes: textFrame(`${head.slice(0, -1)},"data":${data}}`) };
}
