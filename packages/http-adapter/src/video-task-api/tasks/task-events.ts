import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  lastEventIdParameter,
  type LiveRefusal,
  registerLiveEvents,
} from '../../http/live-events-route.ts';
import { LiveEvents } from '../../http/live-events.ts';
import { taskObject, type TasksContext, taskText } from './task-object.ts';

import { apiUserSecurity, liveCredentialOf } from '../credentials.ts';
import { errorResponses, type Failure, sendFailure } from '../failure.ts';

const eventId = z
  .string()
  .meta({ description: 'Opaque; send the last one as `last_event_id` to resume.' });

/** One message of `GET /v1/videos/events`. */
export const taskEvent = z.discriminatedUnion('type', [
  z.object({
    id: eventId,
    type: z.literal('video.updated'),
    data: taskObject.meta({ description: 'Task after the change.' }),
  }),
  z.object({
    id: eventId,
    type: z.literal('ready').meta({ description: 'Every change is pushed from now on.' }),
  }),
  z.object({
    id: eventId,
    type: z.literal('resync').meta({
      description:
        'Too many changes since the given event: list your tasks again. Every change is pushed from now on.',
    }),
  }),
]);

const refusals: { readonly [R in LiveRefusal]: Failure } = {
  'upgrade-required': {
    kind: 'upgrade-required',
    message: 'This path supports WebSocket only; otherwise read tasks with GET /v1/videos.',
  },
  'handshake-invalid': {
    kind: 'payload-invalid',
    message: 'The request is not a valid WebSocket request of version 13.',
  },
  'event-id-invalid': {
    kind: 'payload-invalid',
    message: `${lastEventIdParameter} is not a valid event id.`,
    param: lastEventIdParameter,
  },
};

const schema = {
  tags: ['Videos'],
  summary: 'Subscribe to changes (WebSocket)',
  description:
    'Pushes each change of your tasks as one JSON message, at least once, with the current task: merge by `data.id`. List your tasks after `ready`; after a lost connection, resume with the last `id`. Polling works without this.',
  security: apiUserSecurity,
  querystring: z.object({
    [lastEventIdParameter]: z
      .string()
      .optional()
      .meta({ description: 'Last received event; also as header `Last-Event-ID`.' }),
  }),
  response: {
    101: taskEvent.meta({ description: 'Messages of the WebSocket.' }),
    ...errorResponses,
  },
};

/** `GET /v1/videos/events`: changes of the API user's tasks, as they are saved. */
export function registerTaskEvents(app: FastifyInstance, context: TasksContext): void {
  const { events, jobs, clock, log } = context.deps;
  const live = new LiveEvents({
    events,
    jobs,
    clock,
    log,
    surface: 'tasks',
    eventType: 'video.updated',
    render: (job) => taskText(context, job),
    settings: context.settings.liveEvents,
  });
  registerLiveEvents(app, {
    url: '/v1/videos/events',
    schema,
    live,
    credentialOf: (request) => liveCredentialOf(context, request),
    refuse: (reply, reason) => sendFailure(reply, refusals[reason]),
  });
}
