import { StorageUnavailable } from '@filmgate/core';
import type { Kysely } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { isDeviceFault, storageFault } from '../faults/storage-fault.ts';
import { ownersAndJobs } from './migrations/0001-owners-and-jobs.ts';
import { trailAndDispatches } from './migrations/0002-trail-and-dispatches.ts';
import { finishedJobs } from './migrations/0003-finished-jobs.ts';
import { accounts } from './migrations/0004-accounts.ts';
import { usersAndAdministrators } from './migrations/0005-users-and-administrators.ts';
import { assetsAndValues } from './migrations/0006-assets-and-values.ts';
import { searchEras } from './migrations/0007-search-eras.ts';
import { searchTerms } from './migrations/0008-search-terms.ts';
import { ownerLimits } from './migrations/0009-owner-limits.ts';
import { takingBack } from './migrations/0010-taking-back.ts';
import { highestPosition } from './migrations/0011-highest-position.ts';
import { loginOfSessions } from './migrations/0012-login-of-sessions.ts';
import { storePast } from './migrations/0014-trusted-past.ts';
import { resultFetch } from './migrations/0016-result-fetch.ts';
import { upstreamResponses } from './migrations/0017-upstream-responses.ts';
import { priceAndCost } from './migrations/0018-price-and-cost.ts';
import { jobRoute } from './migrations/0020-job-route.ts';
import { accountLearned } from './migrations/0021-account-learned.ts';
import { trailSteps } from './migrations/0022-trail-steps.ts';
import { trigramSearch } from './migrations/0024-trigram-search.ts';
import { surfaces } from './migrations/0025-surfaces.ts';
import { contentClaims } from './migrations/0026-content-claims.ts';
import { accountLastError } from './migrations/0027-account-last-error.ts';
import type { Tables } from './tables.ts';

/** Every step from an empty file to the current schema, by name; a published step never changes. */
export const migrations: { readonly [name: string]: Migration } = {
  '0001-owners-and-jobs': ownersAndJobs,
  '0002-trail-and-dispatches': trailAndDispatches,
  '0003-finished-jobs': finishedJobs,
  '0004-accounts': accounts,
  '0005-users-and-administrators': usersAndAdministrators,
  '0006-assets-and-values': assetsAndValues,
  '0007-search-eras': searchEras,
  '0008-search-terms': searchTerms,
  '0009-owner-limits': ownerLimits,
  '0010-taking-back': takingBack,
  '0011-highest-position': highestPosition,
  '0012-login-of-sessions': loginOfSessions,
  '0014-trusted-past': storePast,
  '0016-result-fetch': resultFetch,
  '0017-upstream-answers': upstreamResponses,
  '0018-price-and-cost': priceAndCost,
  '0020-job-route': jobRoute,
  '0021-account-learned': accountLearned,
  '0022-trail-steps': trailSteps,
  '0024-trigram-search': trigramSearch,
  '0025-surfaces': surfaces,
  '0026-content-claims': contentClaims,
  '0027-account-last-error': accountLastError,
};

const provider: MigrationProvider = { getMigrations: async () => ({ ...migrations }) };

/**
 * Migrates the schema, all steps in one transaction: a kill leaves the former version. `target` names the last step to
 * run; absent = all steps.
 *
 * @throws StorageUnavailable when a step or the disk fails, or when the file was written by a newer release
 */
export async function migrate(database: Kysely<Tables>, target?: string): Promise<void> {
  const migrator = new Migrator({ db: database, provider });
  const { error } =
    target === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(target);
  if (error === undefined) return;
  if (isDeviceFault(error)) throw storageFault(error);
  throw new StorageUnavailable(
    'The database could not be migrated to the version of this release. If a newer release has written the database, use that release.',
    { applied: 'no', cause: error },
  );
}
