import { createHash } from 'node:crypto';
import type { Heard } from './heard.ts';
import type { SecretSearch } from './secret-search.ts';

/** A place in which a secret may be, since it would be of no use otherwise. */
interface AllowedPlace {
  readonly secret: string;
  readonly place: RegExp;
  readonly reason: string;
}

/** The only places of secrets. One that a sweep does not find is out of date. */
const allowedPlaces: readonly AllowedPlace[] = [
  {
    secret: 'API user’s key',
    place: /^response to POST \/api\/v1\/admin\/api-users(?:\/:id\/rotate)?$/,
    reason: 'A new key is shown once, to the administrator who made it.',
  },
  {
    secret: 'session',
    place: /^headers of POST \/api\/v1\/auth\/login$/,
    reason: 'A login hands out its session as a cookie.',
  },
  {
    secret: 'signed link',
    place: /^response to (?:GET \/v1\/videos(?:\/:id)?|POST \/v1\/images\/generations)$/,
    reason: 'A response to the owner of a result hands out the link to it.',
  },
  {
    secret: 'signed link',
    place: /^live events of tasks$/,
    reason: 'An event has the form in which its owner reads the task.',
  },
  {
    secret: 'key in a query',
    place: /^headers of GET \/(?:video|console)(?:\/\*)?$/,
    reason: 'The redirect to the login repeats to its caller the page that it asked for.',
  },
  {
    secret: 'master key',
    place: /^file master\.key$/,
    reason: 'The gateway keeps a generated master key there unless FILMGATE_MASTER_KEY gives one.',
  },
];

/** A secret in a place where it may not be. */
export interface Leak {
  readonly secret: string;
  readonly place: string;
}

/** Searches everything that was heard: returns the leaks, and the allowed places in which no secret was. */
export function compare(
  search: SecretSearch,
  heard: readonly Heard[],
): { readonly leaks: readonly Leak[]; readonly unused: readonly AllowedPlace[] } {
  const leaks = new Map<string, Leak>();
  const used = new Set<AllowedPlace>();
  const known = new Set<string>();
  for (const { place, bytes } of heard) {
    const content = `${place} ${createHash('sha256').update(bytes).digest('hex')}`;
    if (known.has(content)) continue;
    known.add(content);
    for (const secret of search.foundIn(bytes)) {
      const allowed = allowedPlaces.find((one) => one.secret === secret && one.place.test(place));
      if (allowed === undefined) leaks.set(`${secret} ${place}`, { secret, place });
      else used.add(allowed);
    }
  }
  const unused = allowedPlaces.filter((one) => !used.has(one));
  return { leaks: [...leaks.values()], unused };
}
