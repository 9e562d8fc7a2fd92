import * as z from 'zod';
import { imageInput, makesImages } from '../../engine/image-input.ts';
import { modelInput } from '../../engine/model-input.ts';
import type { PathValues } from '../../engine/path-pattern.ts';
import type { ReadSubmissionBody } from '../../engine/routes.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { FieldProblem } from '../../engine/sent-fields.ts';
import type { CallbackEvent } from '../../job/callback-order.ts';

const eventNames = ['start', 'output', 'logs', 'completed'] as const;

/** A prediction of the mock writes no logs. */
const events: { readonly [Name in (typeof eventNames)[number]]: readonly CallbackEvent[] } = {
  start: ['processing'],
  output: ['output'],
  logs: [],
  completed: ['ended'],
};

const bodySchema = z.object({
  version: z.string().min(1).max(200).optional(),
  input: z.record(z.string(), z.unknown()),
  webhook: z.string().min(1).nullish(),
  webhook_events_filter: z.array(z.enum(eventNames)).max(16).nullish(),
});

/** Reads a prediction: its model is in the path or in the version, its deadline is a header. */
export const readPrediction: ReadSubmissionBody = (call) => {
  const deadlineMs = cancelAfterMs(call.header('cancel-after'));
  if (deadlineMs !== 'unreadable') return predictionBody(deadlineMs)(call);
  const message = 'Cancel-After must be a duration of at least 5 seconds';
  return call.space.refuse('bad_request', message);
};

function predictionBody(deadlineMs: number | undefined) {
  return videoBody(bodySchema, ({ input: sent, version: wanted, webhook, ...body }, { values }) => {
    const { model, version } = nameOf(values, wanted);
    const input = makesImages(model) ? imageInput(sent) : modelInput(sent);
    // By default output and end (replicate.com/docs/topics/webhooks/receive-webhook, read 2026-11-28).
    const filter = body.webhook_events_filter ?? ['output', 'completed'];
    return {
      ...input.video,
      model,
      echo: { input: JSON.stringify(input.echo), ...(version !== null && { version }) },
      deadlineMs,
      callback: {
        url: webhook,
        field: 'webhook',
        events: eventNames.filter((name) => filter.includes(name)).flatMap((name) => events[name]),
      },
      problems: [
        ...(input.video.problems ?? []).map(
          (problem): FieldProblem =>
            problem !== undefined && problem !== false && [`input.${problem[0]}`, problem[1]],
        ),
        wanted === undefined && values['owner'] === undefined && ['version', 'version is required'],
      ],
    };
  });
}

/** The model of a submission: from its path or its version, which is `owner/name`, a digest, or both; else empty. */
function nameOf({ owner, name: model }: PathValues, version: string | undefined) {
  if (owner !== undefined) return { model: `${owner}/${model}`, version: null };
  if (version === undefined) return { model: '', version: null };
  const [name = '', digest] = version.split(/:(?=[\da-f]+$)/);
  return { model: name, version: digest ?? (name.includes('/') ? null : name) };
}

const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Minimum deadline in ms (replicate.com/docs/topics/predictions/lifecycle, "Timeouts", read 2026-11-25). */
const shortestMs = 5_000;

/** Deadline in a `Cancel-After` header, in ms: `90`, `30s`, `1m`, `1h30m45s`; undefined without one. */
function cancelAfterMs(header: string | undefined): number | undefined | 'unreadable' {
  if (header === undefined) return undefined;
  if (!/^(?:\d{1,6}|(?:\d{1,6}[hms]){1,3})$/.test(header)) return 'unreadable';
  const parts = [...header.matchAll(/(\d+)([hms]?)/g)];
  const total = parts.reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (unitMs.get(unit) ?? 1_000),
    0,
  );
  return total < shortestMs ? 'unreadable' : total;
}
