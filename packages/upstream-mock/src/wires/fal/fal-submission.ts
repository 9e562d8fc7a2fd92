import * as z from 'zod';
import { imageInput, makesImages } from '../../engine/image-input.ts';
import { modelInput } from '../../engine/model-input.ts';
import type { PersonalityCall } from '../../engine/personality.ts';
import type { ReadSubmissionBody } from '../../engine/routes.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

/**
 * Shortest time to start, in s, exclusive (docs.fal.ai/documentation/model-apis/common-parameters,
 * "X-Fal-Request-Timeout", read 2026-11-29).
 */
const shortestStart = 0.1;

/** Reads a submission: its model is the path, and a webhook a parameter of the URL. */
export const readFalSubmission: ReadSubmissionBody = (call) => {
  const { host, space, url, wait } = call;
  const model = call.values['endpoint'] ?? '';
  if (!isEndpoint(model)) return undefined;
  const waits = host === waitingHost;
  if (!waits && host !== null && !host.startsWith('queue.'))
    return space.refuse('bad_request', 'the mock only speaks as queue.fal.run and fal.run');
  if (waits && wait.isFull) return space.refuse('too_many_concurrent');
  const timeout = call.header('x-fal-request-timeout');
  const startWithinMs = timeout === undefined ? undefined : Number(timeout) * 1_000;
  if (startWithinMs !== undefined && !(startWithinMs > shortestStart * 1_000))
    return space.refuse('bad_request', `X-Fal-Request-Timeout: more than ${shortestStart} seconds`);
  const webhook = url.searchParams.get('fal_webhook');
  const read = videoBody(z.record(z.string(), z.unknown()), (sent) => {
    const { video: asked, echo, seed } = makesImages(model) ? imageInput(sent) : modelInput(sent);
    return {
      ...asked,
      model,
      echo: { input: JSON.stringify(echo), ...(seed !== null && { seed: String(seed) }) },
      startWithinMs,
      callback: { url: webhook, field: 'fal_webhook', events: ['ended'] },
    };
  });
  return read(call);
};

/** Host whose callers wait for the end of their request. */
export const waitingHost = 'fal.run';

/** Hosts of fal that are recognised by their name alone. */
export const falHosts: ReadonlySet<string> = new Set(['queue.fal.run', waitingHost]);

/** The original URL, which fal's own way to redirect calls, its proxy, names in a header; null without one. */
function targetOf(call: Pick<PersonalityCall, 'header'>): URL | null {
  const target = URL.parse(call.header('x-fal-target-url') ?? '');
  return target !== null && /(?:^|\.)fal\.(?:run|ai)$/.test(target.hostname) ? target : null;
}

/** The call that a client of fal meant: they know no base URL but fal's own. */
export function meantCall(call: PersonalityCall): PersonalityCall {
  const url = targetOf(call);
  return url === null ? call : { ...call, url, host: url.hostname };
}

/** Prefix of links to requests: fal's own if the caller redirects calls there, because it redirects those, too. */
export function queueOf(call: Pick<PersonalityCall, 'header' | 'base'>): string {
  return targetOf(call)?.origin ?? call.base;
}

/** Applications have an owner and a name; the rest is a path below them. Some owners have a namespace before them. */
const namespaces = new Set(['workflows', 'comfy']);

/** The application of an endpoint: requests are found below it, without the rest of the path that made them. */
export function appOf(endpoint: string): string {
  const [first = '', ...rest] = stripMagicTokens(endpoint).split('/');
  return [first, ...rest.slice(0, namespaces.has(first) ? 2 : 1)].join('/');
}

/** True for the path of a model, and not of one of its requests. */
function isEndpoint(path: string): boolean {
  const segments = stripMagicTokens(path).split('/');
  const isModel = segments.length >= 2 && !segments.includes('requests');
  return isModel && segments.every((segment) => /^[\w.-]{1,100}$/.test(segment));
}
