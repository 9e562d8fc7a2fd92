import type { JsonValue } from '@filmgate/core';
import { parseAllowedHosts } from '@filmgate/runtime-node';
import {
  checkEndpointRefusals,
  endpointRefusalSchema,
  type ProviderDefinition,
} from '@filmgate/upstream-http';
import { z } from 'zod';
import { withNearest } from '../settings/nearest-names.ts';
import { baseUrl } from '../settings/forms.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { mockEndpoint, Endpoints } from './endpoints.ts';
import { loadProviderModules } from './provider-modules.ts';
import { readOperatorFile } from './read-operator-file.ts';

const setting = 'FILMGATE_PROVIDERS_FILE';

const endpointId = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and dashes');

const fileSchema = z.record(
  endpointId,
  z.looseObject({
    protocol: z.string().optional(),
    base_url: baseUrl.optional(),
    result_hosts: z.array(z.string()).default([]),
    refusals: z.array(endpointRefusalSchema).max(50).default([]),
  }),
);

type Entry = z.infer<typeof fileSchema>[string];

type EndpointSettings = Pick<
  Settings,
  typeof setting | 'FILMGATE_PROVIDER_MODULES' | 'FILMGATE_NOTICES_URL' | 'FILMGATE_ASSET_LINKS_URL'
>;

/**
 * Opens every endpoint: the shipped ones, those of further definitions and modules, and those of the operator's file.
 *
 * @throws Error with sentences for the operator, by file, line and column, when the file or a module cannot be used
 */
export async function openEndpoints(
  {
    FILMGATE_PROVIDERS_FILE: path,
    FILMGATE_PROVIDER_MODULES: modules,
    FILMGATE_NOTICES_URL: noticesUrl,
    FILMGATE_ASSET_LINKS_URL: linksUrl,
  }: EndpointSettings,
  own: readonly ProviderDefinition[] = [],
): Promise<Endpoints> {
  const definitions = [...own, ...(await loadProviderModules(modules))];
  const reach = { isNoticed: noticesUrl !== undefined, makesLinks: linksUrl !== undefined };
  const endpoints = new Endpoints(definitions, reach);
  if (path === undefined) return endpoints;
  const file = readOperatorFile(setting, path, fileSchema);
  for (const [id, entry] of Object.entries(file.value)) {
    const problem = await problemOf(endpoints, id, entry);
    if (problem !== undefined) file.complain([id, ...problem.path], problem.message);
  }
  file.refuseProblems();
  return endpoints;
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Configures the endpoint, or returns the reason why that is not possible. */
async function problemOf(
  endpoints: Endpoints,
  id: string,
  entry: Entry,
): Promise<Problem | undefined> {
  const { protocol: named, base_url: url, result_hosts: resultHosts, refusals, ...options } = entry;
  if (id === mockEndpoint)
    return { path: [], message: 'is the endpoint of the mock (FILMGATE_MOCK_URL)' };
  const known = endpoints.protocolOf(id);
  const protocol = named ?? known;
  if (protocol === undefined) return { path: [], message: 'needs a protocol' };
  if (!endpoints.protocols().includes(protocol)) {
    const rule = `must be one of ${endpoints.protocols().join(', ')}`;
    return { path: ['protocol'], message: withNearest(rule, protocol, endpoints.protocols()) };
  }
  if (known !== undefined && known !== protocol) {
    return { path: ['protocol'], message: `must be ${known}, which ${id} speaks` };
  }
  const hosts = parseAllowedHosts(resultHosts.join(','));
  if (hosts.kind === 'refused') {
    return {
      path: ['result_hosts'],
      message: hosts.problems[0]?.message ?? 'must be a list of hosts',
    };
  }
  const isOwn = url !== undefined && { baseUrl: url };
  endpoints.configure(id, { protocol, ...isOwn, resultHosts, refusals, options: toJson(options) });
  try {
    checkEndpointRefusals(refusals);
  } catch (error) {
    return { path: ['refusals'], message: messageOf(error) };
  }
  try {
    await endpoints.describe(id);
    return undefined;
  } catch (error) {
    return { path: [], message: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Output of JSON.parse is JSON. */
function toJson(options: { readonly [option: string]: unknown }): {
  readonly [o: string]: JsonValue;
} {
  return z.record(z.string(), z.json()).parse(options);
}
