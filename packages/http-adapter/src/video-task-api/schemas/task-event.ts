import { z } from 'zod';
import { taskObject } from './task-object.ts';

const eventId = z
  .string()
  .meta({ description: 'Opaque; give the last one back as `last_event_id` to resume.' });

/** One message of `GET /v1/videos/events`. */
export const taskEvent = z.discriminatedUnion('type', [
  z.object({
    id: eventId,
    type: z.literal('video.updated'),
    data: taskObject.meta({ description: 'The task as it stands after the change.' }),
  }),
  z.object({
    id: eventId,
    type: z.literal('ready').meta({ description: 'From here on every change is pushed.' }),
  }),
  z.object({
    id: eventId,
    type: z.literal('resync').meta({
      description:
        'Too much changed since the event given: list your tasks again. From here on every change is pushed.',
    }),
  }),
]);
