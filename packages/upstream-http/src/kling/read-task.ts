import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import type { PollReading } from '../engine/poll-reading.ts';
import { FieldReader } from '../json/field-reader.ts';
import { figuresIn, instantOf, type JsonObject, textIn, wordsIn } from '../json/json-fields.ts';
import { taskStateIn } from '../json/task-state.ts';
import { chargeOf } from './billing.ts';

/** Time a finished video is kept, in ms. */
const keptForMs = 30 * 86_400_000;

/** Field names of one of Kling's interfaces for the facts of a task. */
export interface TaskFields {
  readonly status: string;
  readonly message: string;
  /** End of the task, in ms since 1970. */
  readonly ended: string;
  readonly usage: string;
  readonly readUsage: (value: JsonValue) => UpstreamUsage | undefined;
  readonly videoIn: (fields: FieldReader) => JsonObject | undefined;
}

/** Reads a task: its state decides, and each other field is read independently. */
export function readTask(task: JsonObject, where: TaskFields): PollReading {
  const fields = new FieldReader(task);
  const usage = fields.read(where.usage, where.readUsage);
  const reported = usage === undefined ? {} : { usage };
  switch (taskStateIn(task[where.status])) {
    case 'pending':
      return { kind: 'pending', progress: null, ...fields.aside() };
    case 'succeeded': {
      const video = where.videoIn(fields);
      const at = textIn(video?.['url']);
      if (at === undefined) return { kind: 'unclear', detail: 'succeeded without a video' };
      const ended = fields.read(where.ended, instantOf(1));
      const kept = ended === undefined ? {} : { keptUntil: ended + keptForMs };
      const effective = figuresIn(video, ['duration']);
      return {
        kind: 'succeeded',
        output: { kind: 'foreign', at, ...kept },
        ...reported,
        ...(effective !== undefined && { effective }),
        ...fields.aside(),
      };
    }
    case 'failed': {
      const detail = fields.read(where.message, wordsIn) ?? 'the task failed without a reason';
      const error = { kind: 'internal', charge: chargeOf(usage), detail } as const;
      return { kind: 'failed', error, ...reported, ...fields.aside() };
    }
    case undefined:
      return { kind: 'unclear', detail: `unknown status ${wordsIn(task[where.status]) ?? 'none'}` };
  }
}
