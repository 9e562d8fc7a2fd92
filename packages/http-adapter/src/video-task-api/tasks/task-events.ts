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
  .meta({ description: 'Opaque; give the last one back as `last_event_id` to resume.' });

/** One message of `GET /v1/videos/events`. */
export const taskEvent = z.discriminatedUnion('type', [
  z.object({
    id: eventId,
    type: z.literal('video.updated'),
    data: taskObject.meta({ description: 'The task after the change.' }),
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

const refusals: { readonly [R in LiveRefusal]: Failure } = {
  'upgrade-required': {
    kind: 'upgrade-required',
    message: 'This path speaks WebSocket only; read tasks with GET /v1/videos otherwise.',
  },
  'handshake-invalid': {
    kind: 'payload-invalid',
    message: 'This is not a well-formed WebSocket request of version 13.',
  },
  'event-id-invalid': {
    kind: 'payload-invalid',
    message: `${lastEventIdParameter} is not the id of an event.`,
    param: lastEventIdParameter,
  },
};

const schema = {
  tags: ['Videos'],
  summary: 'Be told of changes (WebSocket)',
  description:
    'A WebSocket that pushes each change of your tasks as one JSON message, at least once, with the task as it then stands: fold by `data.id`. Begin by listing your tasks once `ready` arrives; after a lost connection give the last `id` back. Polling stays right without it.',
  security: apiUserSecurity,
  querystring: z.object({
    [lastEventIdParameter]: z
      .string()
      .optional()
      .meta({ description: 'The last event seen; also as header `Last-Event-ID`.' }),
  }),
  response: {
    101: taskEvent.meta({ description: 'The connection is a WebSocket; its messages are these.' }),
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
