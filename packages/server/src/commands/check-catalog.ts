import type { ModelFamily } from '@filmgate/core';
import { baseCatalog } from '../catalog/base-catalog.ts';
import { combinationText, describeRoutes, routeTable } from '../catalog/route-table.ts';
import { readOperatorChoices } from '../compose/operator-choices.ts';
import { openEndpoints } from '../providers/open-endpoints.ts';
import { mockEndpoint, type Endpoints } from '../providers/endpoints.ts';
import type { ReadSettings } from '../settings/read-settings.ts';

interface Output {
  write(text: string): unknown;
}

/**
 * `filmgate catalog check [FILE]`: prints every combination that each family offers, with the outcome of each of its
 * routes. Families that only the mock makes get one line. Sends no request to a provider.
 *
 * @throws Error with sentences for the operator when the catalog cannot be used
 */
export async function checkCatalog(
  file: string | undefined,
  { settings, endpointKeys }: ReadSettings,
  output: Output,
): Promise<void> {
  const endpoints = await openEndpoints(settings);
  const catalog =
    file === undefined
      ? (await readOperatorChoices(settings, { endpointKeys })).catalog
      : await baseCatalog({ FILMGATE_CATALOG: [], FILMGATE_CATALOG_FILE: file }, endpoints);
  for (const family of catalog.families) output.write(await printFamily(family, endpoints));
}

async function printFamily(family: ModelFamily, endpoints: Endpoints): Promise<string> {
  const where = `${family.id} (${family.surfaces.join(', ')})`;
  if (family.routes.every(({ endpoint }) => endpoint === mockEndpoint)) {
    return `${where}: made by the mock\n`;
  }
  const table = routeTable(family, await describeRoutes(family, endpoints));
  const rows = table.map(({ request, outcomes }) => [
    combinationText(request),
    ...outcomes.map(({ acceptability }) =>
      acceptability.kind === 'accepted' ? 'yes' : `no: ${acceptability.parameter}`,
    ),
  ]);
  const heads = (table[0]?.outcomes ?? []).map(
    ({ route }) => `${route.endpoint} ${route.model} (${route.rank})`,
  );
  return `${where}\n${inColumns([['', ...heads], ...rows])}\n`;
}

/** Formats rows in columns as wide as their longest cell. */
function inColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}
