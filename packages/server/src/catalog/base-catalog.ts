import { defaultCatalog, type ModelCatalog } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';
import { printCatalogProblems } from './catalog-problem.ts';
import { readCatalogFile } from './read-catalog-file.ts';

/**
 * The built-in catalog, or the operator's file.
 *
 * @throws Error with sentences for the operator when the file cannot be used
 */
export function baseCatalog({ FILMGATE_CATALOG_FILE: file }: Settings): ModelCatalog {
  if (file === undefined) return defaultCatalog;
  const reading = readCatalogFile(file);
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
