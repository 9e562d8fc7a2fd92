import type { Route } from '@filmgate/core';
import { hasLink, notPolled } from '../engine/deliver-at-once.ts';
import {
  defineProvider,
  type PreparedCall,
  type ProviderDefinition,
  type ProviderDescription,
} from '../engine/provider-description.ts';
import { acceptsEither } from './accepts-either.ts';

/** Images of a protocol of videos: ordered by a call of their own, whose response has them. */
export interface ImagePart
  extends Pick<ProviderDescription, 'accepts' | 'build' | 'models' | 'writes'>,
    Required<Pick<ProviderDescription, 'families'>> {
  /** Returns true for a call that orders an image. */
  readonly isFor: (call: Pick<PreparedCall, 'path'>) => boolean;
  readonly atOnce: Omit<NonNullable<ProviderDescription['atOnce']>, 'isFor'>;
}

/** Adds images to a protocol of videos, with the same endpoints and keys. */
export function withImages(videos: ProviderDefinition, images: ImagePart): ProviderDefinition {
  return defineProvider({
    protocol: videos.protocol,
    describe: (options) => {
      const described = videos.describe(options);
      const { families = [], models, poll } = described;
      const writes = [...new Set([...described.writes, ...images.writes])];
      return {
        ...described,
        models: [...models, ...images.models],
        families: [...families, ...images.families],
        writes,
        accepts: acceptsEither(described, images),
        build: (order) =>
          (order.request.mediaType === 'image' ? images : described).build({
            ...order,
            route: withoutFixed(order.route, writes),
          }),
        atOnce: { ...images.atOnce, isFor: images.isFor },
        // An image has the link to it as its handle, a video the id of its task.
        poll: {
          ...poll,
          request: (task) => (hasLink(task) ? undefined : poll.request(task)),
          read: (response, task, second) =>
            hasLink(task) ? notPolled.read(response) : poll.read(response, task, second),
        },
      };
    },
  });
}

/** A constant of a route changes neither a field of videos nor one of images. */
function withoutFixed({ fixed = {}, ...route }: Route, writes: readonly string[]): Route {
  const free = Object.entries(fixed).filter(([name]) => !writes.includes(name));
  return { ...route, fixed: Object.fromEntries(free) };
}
