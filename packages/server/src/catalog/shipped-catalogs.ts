import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogSchema, defaultCatalog, type ModelCatalog } from '@filmgate/core';
import { presetFolder } from '@filmgate/upstream-http';
import { z } from 'zod';
import type { Endpoints } from '../providers/endpoints.ts';

/** The catalogs that come with the product, by name: `default`, and one for each protocol of a provider. */
export interface ShippedCatalogs {
  /** `default` first, the others in alphabetical order. */
  names(): readonly [string, ...string[]];
  /** Leaves out families that none of the operator's endpoints can make. Precondition: one of `names()`. */
  read(name: string): ModelCatalog;
}

const builtIn = 'default';
const ending = '.json';

/**
 * Reads each catalog when it is first requested.
 *
 * @param folder - of the presets; each is a catalog file that names the source of every fact
 */
export function shippedCatalogs(
  endpoints: Pick<Endpoints, 'speaking'>,
  folder = fileURLToPath(presetFolder),
): ShippedCatalogs {
  return {
    names: () => [builtIn, ...presetNames(folder)],
    read: (name) =>
      name === builtIn
        ? defaultCatalog
        : placed(readPreset(join(folder, name + ending)), endpoints),
  };
}

/**
 * Replaces the route of a preset to `protocol/dialect` by a route to each endpoint that speaks the dialect: a preset
 * cannot know the names of the operator's own servers. Without a matching endpoint the family is left out.
 */
function placed(preset: ModelCatalog, endpoints: Pick<Endpoints, 'speaking'>): ModelCatalog {
  const families = preset.families.map((family) => ({
    ...family,
    routes: family.routes.flatMap((route) => {
      const [protocol = '', dialect] = route.endpoint.split('/');
      if (dialect === undefined) return [route];
      return endpoints.speaking(protocol, dialect).map((endpoint) => ({ ...route, endpoint }));
    }),
  }));
  return { ...preset, families: families.filter(({ routes }) => routes.length > 0) };
}

function presetNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
}

function readPreset(file: string): ModelCatalog {
  const parsed = catalogSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is damaged:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
