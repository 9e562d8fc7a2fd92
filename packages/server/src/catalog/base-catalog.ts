import { defaultCatalog, type ModelCatalog, type ModelFamily } from '@filmgate/core';
import type { OperatorAccount } from '../providers/operator-accounts.ts';
import { mockEndpoint, type Endpoints } from '../providers/endpoints.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { type CatalogProblem, printCatalogProblems, printPath } from './catalog-problem.ts';
import { withNearest } from '../settings/nearest-names.ts';
import { mergeCatalogs, readCatalogFile } from './read-catalog-file.ts';
import { type RouteProblem, routeProblems } from './route-table.ts';
import { type ShippedCatalogs, shippedCatalogs } from './shipped-catalogs.ts';

interface CatalogSources {
  /** The catalogs of their protocols are offered where no catalog is chosen. */
  readonly accounts?: readonly Pick<OperatorAccount, 'endpoint'>[];
  readonly shipped?: ShippedCatalogs;
}

type CatalogSettings = Pick<Settings, 'FILMGATE_CATALOG' | 'FILMGATE_CATALOG_FILE'>;

/**
 * Returns the catalog of the operator's file, the shipped catalogs that the settings name, those of the protocols with
 * a key, or the built-in one; with routes for everything it offers.
 *
 * @throws Error with sentences for the operator when the catalog cannot be used
 */
export async function baseCatalog(
  settings: CatalogSettings,
  endpoints: Endpoints,
  { accounts = [], shipped = shippedCatalogs(endpoints) }: CatalogSources = {},
): Promise<ModelCatalog> {
  const { FILMGATE_CATALOG_FILE: file, FILMGATE_CATALOG: names } = settings;
  if (file !== undefined) return await catalogOfFile(file, endpoints, shipped);
  const named = names.length > 0 ? known(names, shipped) : presetsFor(accounts, endpoints, shipped);
  const [first, ...others] = named;
  if (first === undefined) return defaultCatalog;
  const catalogs = [first, ...others].map((name) => shipped.read(name));
  const catalog = mergeCatalogs(await Promise.all(catalogs));
  if (catalog.families.length === 0) {
    if (names.length === 0) return defaultCatalog;
    throw new Error(
      `FILMGATE_CATALOG ${names.join(', ')} has no usable model: no endpoint in FILMGATE_PROVIDERS_FILE makes its models.`,
    );
  }
  const problems = await problemsOf(catalog.families, endpoints);
  if (problems.length > 0) {
    throw new Error(`The catalog ${named.join(', ')} cannot be used:\n${inWords(problems)}`);
  }
  return catalog;
}

function known(names: readonly string[], shipped: ShippedCatalogs): readonly string[] {
  const all = shipped.names();
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return names;
  const sentence = `FILMGATE_CATALOG names the unknown catalog ${unknown}; known are ${all.join(', ')}`;
  throw new Error(`${withNearest(sentence, unknown, all)}.`);
}

/** Shipped catalogs of the protocols that the operator has accounts for, in the order of those accounts. */
function presetsFor(
  accounts: readonly Pick<OperatorAccount, 'endpoint'>[],
  endpoints: Endpoints,
  shipped: ShippedCatalogs,
): readonly string[] {
  const real = accounts.filter(({ endpoint }) => endpoint !== mockEndpoint);
  if (real.length === 0) return [];
  const all = shipped.names();
  const protocols = real.map(({ endpoint }) => endpoints.protocolOf(endpoint) ?? '');
  return [...new Set(protocols)].filter((protocol) => all.includes(protocol));
}

async function catalogOfFile(
  file: string,
  endpoints: Endpoints,
  shipped: ShippedCatalogs,
): Promise<ModelCatalog> {
  const reading = await readCatalogFile(file, shipped);
  if (reading.kind === 'unreadable') {
    throw new Error(`FILMGATE_CATALOG_FILE ${file} cannot be read: ${reading.reason}.`);
  }
  const refuse = (problems: readonly CatalogProblem[]): never => {
    throw new Error(
      `FILMGATE_CATALOG_FILE cannot be used:\n${printCatalogProblems(file, problems)}`,
    );
  };
  if (reading.kind === 'refused') return refuse(reading.problems);
  const { catalog, problemAt } = reading;
  const problems = await problemsOf(catalog.families, endpoints);
  const here = problems.map((problem) => problemAt(problem) ?? elsewhere(problem));
  return here.length > 0 ? refuse(here) : catalog;
}

async function problemsOf(
  families: readonly ModelFamily[],
  endpoints: Endpoints,
): Promise<readonly RouteProblem[]> {
  const problems = await Promise.all(families.map((family) => routeProblems(family, endpoints)));
  return problems.flat();
}

/** Returns the problem with a family of a shipped catalog, which the operator's file extends and does not contain. */
function elsewhere({ family, path, message }: RouteProblem): CatalogProblem {
  return { line: 1, column: 1, path: `${family}.${printPath(path)}`, message };
}

function inWords(problems: readonly RouteProblem[]): string {
  return problems
    .map(({ family, path, message }) => `${family}.${printPath(path)}: ${message}`)
    .join('\n');
}
