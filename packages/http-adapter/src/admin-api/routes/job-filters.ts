import {
  type JobListQuery,
  listModels,
  modelSurfaces,
  mostSearchTexts,
  searchedWords,
  wholeCatalog,
} from '@filmgate/core';
import type { z } from 'zod';
import type { AdminContext } from '../context.ts';
import { readApiUsers } from '../find-api-users.ts';
import type { jobsQuery } from '../schemas/job.ts';
import { ownerNamed } from '../schemas/page.ts';
import { accountNamed } from './job-names.ts';

type GivenFilters = z.infer<typeof jobsQuery>;

export type JobFilters =
  | {
      readonly kind: 'read';
      readonly filters: Pick<
        JobListQuery,
        'owner' | 'states' | 'models' | 'accountId' | 'search' | 'createdFrom' | 'createdUntil'
      >;
    }
  | { readonly kind: 'field-invalid'; readonly detail: string };

/** Maximum models that one filter may match. */
const mostModels = 1000;

/** Reads the filters of jobs, each thing by the name that lists show [admin.jobs.filters-by-name]. */
export async function readJobFilters(
  context: AdminContext,
  given: GivenFilters,
): Promise<JobFilters> {
  const search = searchedWords(given.text ?? '');
  if (search.length > mostSearchTexts)
    return refused(`text must have at most ${mostSearchTexts} words`);
  const models = given.model === undefined ? null : modelsNamed(context, given.model);
  if (models !== null && models.length > mostModels)
    return refused(`model matches more than ${mostModels} models; use a longer prefix`);
  const owners = await ownersNamed(context, given.owner);
  if (owners.length > 1)
    return refused(`owner matches several API users; use one of ${owners.join(', ')}`);
  return {
    kind: 'read',
    filters: {
      owner: owners[0] ?? null,
      states: given.state ?? null,
      models,
      accountId: await accountNamed(context, given.account),
      search: search.length === 0 ? null : search,
      createdFrom: given.from ?? null,
      createdUntil: given.to ?? null,
    },
  };
}

const refused = (detail: string) => ({ kind: 'field-invalid', detail }) as const;

/** Returns an API user by id or name, or any other owner. Text that names none is kept and finds nothing. */
async function ownersNamed(
  { deps }: AdminContext,
  text: string | undefined,
): Promise<readonly string[]> {
  const owner = ownerNamed(text);
  if (owner === null) return [];
  const users = owner === text ? await readApiUsers(deps.apiUsers) : [];
  const named = users.filter(({ name }) => isSame(name, owner)).map(({ id }) => `user:${id}`);
  return named.length === 0 ? [owner] : named.slice(0, mostNamed);
}

/** Maximum owners that a refusal names. */
const mostNamed = 10;

/** Returns a model by id or alias, or all with this beginning of id or shown name; models of no catalog by id. */
function modelsNamed({ deps }: AdminContext, text: string): readonly string[] {
  const catalog = wholeCatalog(deps.gateway.catalog());
  const offered = modelSurfaces.flatMap((surface) => listModels(catalog, surface));
  const id = Object.hasOwn(catalog.aliases, text) ? catalog.aliases[text] : text;
  const whole = offered.find(({ model }) => model === id);
  if (whole !== undefined) return [whole.model];
  const begun = offered.filter(
    ({ model, family }) => begins(model, text) || begins(family.displayName, text),
  );
  return [...new Set([text, ...begun.map(({ model }) => model)])];
}

function begins(name: string, text: string): boolean {
  return name.toLowerCase().startsWith(text.toLowerCase());
}

function isSame(name: string, text: string): boolean {
  return name.toLowerCase() === text.toLowerCase();
}
