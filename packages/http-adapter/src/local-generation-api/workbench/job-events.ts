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

const eventId = z.string().meta({ description: 'Opaque; send the last one to resume.' });

/** One message of `GET /local-video/events`. */
export const workbenchEvent = z.discriminatedUnion('type', [
  z.object({ id: eventId, type: z.literal('job.updated'), data: workbenchJob }),
  z.object({ id: eventId, type: z.literal('ready') }),
  z.object({ id: eventId, type: z.literal('resync') }),
]);

const schema = {
  tags: workbenchTags,
  summary: 'Subscribe to changes (WebSocket)',
  description:
    'Pushes each change of a job as one JSON message, at least once, with the current job: merge by `data.job_id`. Read the list after `ready`; after a lost connection, resume with the last `id`. Only for pages of this server and programs.',
  security: sessionSecurity,
  querystring: z.object({
    [lastEventIdParameter]: z.string().optional().meta({ description: 'Last received event.' }),
  }),
  response: {
    101: workbenchEvent.meta({ description: 'Messages of the WebSocket.' }),
    ...workbenchErrorResponses,
  },
};

const refusals: { readonly [R in Exclude<LiveRefusal, 'upgrade-required'>]: string } = {
  'handshake-invalid': 'The request is not a valid WebSocket request of version 13.',
  'event-id-invalid': `${lastEventIdParameter} is not a valid event id.`,
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
        const detail = 'This path supports WebSocket only; read jobs with GET /local-video/jobs.';
        return sendWorkbenchFailure(reply, { kind: reason, detail });
      }
      return workbenchErrors.send(reply, { kind: 'payload-invalid', message: refusals[reason] });
    },
  });
}
