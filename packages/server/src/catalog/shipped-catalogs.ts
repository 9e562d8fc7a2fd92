import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { catalogSchema, defaultCatalog, type ModelCatalog } from '@filmgate/core';
import { z } from 'zod';

/** The catalogs that come with the product, by name: `default`, and one for each protocol of a provider. */
export interface ShippedCatalogs {
  /** `default` first, the others in alphabetical order. */
  names(): readonly [string, ...string[]];
  /** Precondition: one of `names()`. */
  read(name: string): ModelCatalog;
}

const builtIn = 'default';
const ending = '.json';

/** The folder of the presets; each is a catalog file that says where every fact of it was read. */
function presetFolder(): string {
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve('@filmgate/upstream-http/package.json')), 'presets');
}

/** Nothing is read before it is asked for. */
export function shippedCatalogs(folder = presetFolder): ShippedCatalogs {
  return {
    names: () => [builtIn, ...presetNames(folder())],
    read: (name) => (name === builtIn ? defaultCatalog : readPreset(join(folder(), name + ending))),
  };
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
