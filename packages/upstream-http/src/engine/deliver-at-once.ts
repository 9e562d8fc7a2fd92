import type { JsonValue, UpstreamUsage } from '@filmgate/core';
import { objectIn, textIn } from '../json/json-fields.ts';
import type { OutputLocation, PollReading } from './poll-reading.ts';
import type { JsonResponse, PreparedCall } from './provider-call.ts';

/** A finished result in the response to its submission. */
export interface AtOnceReading {
  /** A link is saved, because no later response names it again. */
  readonly output: Pick<OutputLocation, 'at' | 'mediaType'> & {
    readonly kind: Exclude<OutputLocation['kind'], 'own'>;
  };
  readonly usage?: UpstreamUsage;
}

/** Seals the links that are stored. */
export interface LinkSeal {
  seal(link: string): string;
  /** @throws Error when the text was not sealed here */
  open(sealed: string): string;
}

/** Returns the fields of a handle that name a link. */
export function linkFields(link: string, links: LinkSeal | undefined): Record<string, string> {
  return links === undefined ? { link } : { sealedLink: links.seal(link) };
}

/** Returns true for a task that names the link to its result, so that nothing is read of it. */
export function hasLink(task: JsonValue): boolean {
  const { link, sealedLink } = objectIn(task) ?? {};
  return link !== undefined || sealedLink !== undefined;
}

/**
 * Returns the task of a handle with its link opened, if it has a sealed one.
 *
 * @throws Error when the link was not sealed here
 */
export function withOpenLink(task: JsonValue, links: LinkSeal | undefined): JsonValue {
  const { sealedLink, ...others } = objectIn(task) ?? {};
  const sealed = textIn(sealedLink);
  return sealed === undefined || links === undefined
    ? task
    : { ...others, link: links.open(sealed) };
}

/** A protocol whose responses contain the result, as image APIs have it: nothing can be read or found later. */
export interface AtOnceRule {
  /** Maximum size of the response and of a file in it, in bytes. */
  readonly largest: number;
  /** Maximum wait for such a response, in ms, beside other submissions; absent = as long as for those. */
  readonly sendTimeoutMs?: number;
  /** Returns true for a submission whose response has the result; absent = each has. */
  isFor?(call: Pick<PreparedCall, 'path'>): boolean;
  /** Returns the result of a 2xx response; undefined = none: the outcome is unknown. */
  read(response: JsonResponse): AtOnceReading | undefined;
}

/** The polls of a protocol that delivers everything at once: the handle names the link, and nothing is read. */
export const notPolled = {
  request: () => undefined,
  read: ({ body: task }: JsonResponse): PollReading => {
    const at = textIn(objectIn(task)?.['link']);
    if (at === undefined) return { kind: 'unclear', detail: 'the handle names no link' };
    const mediaType = objectIn(task)?.['mediaType'] === 'image' ? 'image' : 'video';
    return { kind: 'succeeded', output: { kind: 'foreign', at, mediaType } };
  },
};
