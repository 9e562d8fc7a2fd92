import type { JsonValue } from '@filmgate/core';
import { parseAllowedHosts } from '@filmgate/runtime-node';
import {
  checkPlaceRefusals,
  placeRefusalSchema,
  type ProviderDefinition,
} from '@filmgate/upstream-http';
import { z } from 'zod';
import { withNearest } from '../settings/nearest-names.ts';
import { baseUrl } from '../settings/forms.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { mockPlace, Places } from './places.ts';
import { readOperatorFile } from './read-operator-file.ts';

const setting = 'FILMGATE_PROVIDERS_FILE';

const placeId = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and dashes');

const fileSchema = z.record(
  placeId,
  z.looseObject({
    protocol: z.string().optional(),
    base_url: baseUrl.optional(),
    result_hosts: z.array(z.string()).default([]),
    refusals: z.array(placeRefusalSchema).max(50).default([]),
  }),
);

type Entry = z.infer<typeof fileSchema>[string];

/**
 * Every place: those that come with the product, those of further definitions, and those of the operator's file.
 *
 * @throws Error with sentences for the operator, by file, line and column, when the file cannot be used
 */
export async function openPlaces(
  { FILMGATE_PROVIDERS_FILE: path }: Pick<Settings, typeof setting>,
  own: readonly ProviderDefinition[] = [],
): Promise<Places> {
  const places = new Places(own);
  if (path === undefined) return places;
  const file = readOperatorFile(setting, path, fileSchema);
  for (const [id, entry] of Object.entries(file.value)) {
    const problem = await problemOf(places, id, entry);
    if (problem !== undefined) file.complain([id, ...problem.path], problem.message);
  }
  file.refuseProblems();
  return places;
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Configures the place, or says why it cannot be. */
async function problemOf(places: Places, id: string, entry: Entry): Promise<Problem | undefined> {
  const { protocol: named, base_url: url, result_hosts: resultHosts, refusals, ...options } = entry;
  if (id === mockPlace)
    return { path: [], message: 'is the place of the mock (FILMGATE_MOCK_URL)' };
  const known = places.protocolOf(id);
  const protocol = named ?? known;
  if (protocol === undefined) return { path: [], message: 'needs a protocol' };
  if (!places.protocols().includes(protocol)) {
    const rule = `must be one of ${places.protocols().join(', ')}`;
    return { path: ['protocol'], message: withNearest(rule, protocol, places.protocols()) };
  }
  if (known !== undefined && known !== protocol) {
    return { path: ['protocol'], message: `must be ${known}, which ${id} speaks` };
  }
  const hosts = parseAllowedHosts(resultHosts.join(','));
  if (hosts.kind === 'refused') {
    return { path: ['result_hosts'], message: hosts.problems[0]?.message ?? 'is no list of hosts' };
  }
  const isOwn = url !== undefined && { baseUrl: url };
  places.configure(id, { protocol, ...isOwn, resultHosts, refusals, options: toJson(options) });
  try {
    checkPlaceRefusals(refusals);
  } catch (error) {
    return { path: ['refusals'], message: messageOf(error) };
  }
  try {
    await places.describe(id);
    return undefined;
  } catch (error) {
    return { path: [], message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What JSON.parse gave is JSON. */
function toJson(options: { readonly [option: string]: unknown }): {
  readonly [o: string]: JsonValue;
} {
  return z.record(z.string(), z.json()).parse(options);
}
