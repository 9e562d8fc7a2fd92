import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';
import { printCatalogProblems } from './catalog-problem.ts';
import { withNearest } from './describe-issue.ts';
import { mergeCatalogs } from './merge-catalogs.ts';
import { readCatalogFile } from './read-catalog-file.ts';
import { type ShippedCatalogs, shippedCatalogs } from './shipped-catalogs.ts';

type CatalogSettings = Pick<Settings, 'FILMGATE_CATALOG' | 'FILMGATE_CATALOG_FILE'>;

/**
 * The operator's file, the shipped catalogs he names, or the built-in one.
 *
 * @throws Error with sentences for the operator when it cannot be used
 */
export function baseCatalog(settings: CatalogSettings, shipped = shippedCatalogs()): ModelCatalog {
  const { FILMGATE_CATALOG_FILE: file, FILMGATE_CATALOG: names } = settings;
  if (file !== undefined) return catalogOfFile(file, shipped);
  return names.length > 0 ? catalogOfNames(names, shipped) : defaultCatalog;
}

function catalogOfNames(names: readonly string[], shipped: ShippedCatalogs): ModelCatalog {
  const known = shipped.names();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const sentence = `FILMGATE_CATALOG names ${unknown}, which is none of ${known.join(', ')}`;
    throw new Error(`${withNearest(sentence, unknown, known)}.`);
  }
  return mergeCatalogs(names.map((name) => shipped.read(name)));
}

function catalogOfFile(file: string, shipped: ShippedCatalogs): ModelCatalog {
  const reading = readCatalogFile(file, shipped);
  switch (reading.kind) {
    case 'read':
      return reading.catalog;
    case 'unreadable':
      throw new Error(`FILMGATE_CATALOG_FILE ${file} cannot be read: ${reading.reason}.`);
    case 'refused':
      throw new Error(
        `FILMGATE_CATALOG_FILE cannot be used:\n${printCatalogProblems(file, reading.problems)}`,
      );
  }
}
