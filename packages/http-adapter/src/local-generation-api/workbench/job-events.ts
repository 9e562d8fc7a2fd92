import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  lastEventIdParameter,
  type LiveRefusal,
  registerLiveEvents,
} from '../../http/live-events-route.ts';
import { LiveEvents } from '../../http/live-events.ts';
import {
  liveSessionOf,
  mountPrefix,
  sessionSecurity,
  showJob,
  type WorkbenchContext,
  workbenchOwner,
  workbenchTags,
} from './context.ts';
import { sendWorkbenchFailure, workbenchErrors, workbenchErrorResponses } from './failure.ts';
import { workbenchJob } from './workbench-job.ts';

const eventId = z.string().meta({ description: 'Opaque; give the last one back to resume.' });

/** One message of `GET /local-video/events`. */
export const workbenchEvent = z.discriminatedUnion('type', [
  z.object({ id: eventId, type: z.literal('job.updated'), data: workbenchJob }),
  z.object({ id: eventId, type: z.literal('ready') }),
  z.object({ id: eventId, type: z.literal('resync') }),
]);

const schema = {
  tags: workbenchTags,
  summary: 'Be told of changes (WebSocket)',
  description:
    'A WebSocket that pushes each change of a job as one JSON message, at least once, with the job as it then stands: fold by `data.job_id`. Read the list once `ready` arrives; after a lost connection give the last `id` back. Only for pages of this server and programs.',
  security: sessionSecurity,
  querystring: z.object({
    [lastEventIdParameter]: z.string().optional().meta({ description: 'The last event seen.' }),
  }),
  response: {
    101: workbenchEvent.meta({ description: 'The connection is a WebSocket; its messages.' }),
    ...workbenchErrorResponses,
  },
};

const refusals: { readonly [R in Exclude<LiveRefusal, 'upgrade-required'>]: string } = {
  'handshake-invalid': 'This is not a well-formed WebSocket request of version 13.',
  'event-id-invalid': `${lastEventIdParameter} is not the id of an event.`,
};

/** `GET /local-video/events`: changes of the workbench's jobs, as they are saved. */
export function registerJobEvents(app: FastifyInstance, context: WorkbenchContext): void {
  const { deps, settings, labels } = context;
  const { events, jobs, clock, log } = deps;
  const prefix = mountPrefix(app.prefix);
  const live = new LiveEvents({
    events,
    jobs,
    clock,
    log,
    surface: workbenchOwner.surface,
    eventType: 'job.updated',
    render: (job) => {
      const text = (): string => JSON.stringify(showJob(context, job, prefix));
      return labels.of(job) === undefined ? labels.refresh().then(text) : text();
    },
    settings: settings.liveEvents,
  });
  const unsubscribe = deps.sessionEnds?.subscribe(() => live.recheck());
  app.addHook('onClose', async () => unsubscribe?.());
  registerLiveEvents(app, {
    url: '/events',
    schema,
    live,
    credentialOf: (request) => liveSessionOf(context, request),
    refuse: (reply, reason) => {
      if (reason === 'upgrade-required') {
        const detail = 'This path speaks WebSocket only; read jobs with GET /local-video/jobs.';
        return sendWorkbenchFailure(reply, { kind: reason, detail });
      }
      return workbenchErrors.send(reply, { kind: 'payload-invalid', message: refusals[reason] });
    },
  });
}
