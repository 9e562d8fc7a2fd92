import { createHash } from 'node:crypto';
import type { Job } from '@filmgate/core';
import { type Operator, type User, users } from './operator.ts';
import type { ContentResponse, EnteredSurfaces } from './surfaces.ts';
import type { World } from './world.ts';

/** Number of jobs checked: downloads cost more than the rest of a history. */
const jobsLookedAt = 2;

/** Checks I11: each owner downloads its own videos and no others, over HTTP. */
export async function checkDownloads(
  world: World,
  operator: Operator,
  jobs: readonly Job[],
): Promise<readonly string[]> {
  const surfaces = world.nodes.find((node) => node !== null)?.surfaces ?? null;
  if (surfaces === null) return [];
  const violations: string[] = [];
  const completed = jobs.filter(
    ({ state, result }) =>
      state === 'completed' && result !== null && !world.files.wasSpoilt(result.sha256),
  );
  for (const job of completed.slice(0, jobsLookedAt)) {
    for (const user of users) {
      const response = await download(world, surfaces, { operator, user, id: job.id });
      if (response === undefined) continue;
      const isOwner = job.owner === `user:${user}`;
      if (!isOwner && response.status !== 404)
        violations.push(
          `I11: ${user} asks for ${job.id} of another and is answered ${response.status}`,
        );
      if (isOwner && !isItsVideo(world, job, response) && !mayHaveVideoOfAnother(world, job.id))
        violations.push(
          `I11: ${user} asks for its ${job.id} and is answered ${response.status} with another video`,
        );
    }
  }
  return violations;
}

/**
 * True if its video may be another job's: it received the handle of other work after the store went back, and a store
 * that did may no longer know which job had the handle first.
 */
export function mayHaveVideoOfAnother({ upstream, wentBackAt }: World, id: string): boolean {
  return upstream.ledger.attemptsOfJob(id).some(({ arrival, reported }) => {
    if (arrival?.kind !== 'accepted' || !arrival.work.hasForeignHandle) return false;
    return reported !== null && wentBackAt.some((at) => at <= reported.at);
  });
}

/** Undefined where the valid key of the user is unknown. */
async function download(
  world: World,
  surfaces: EnteredSurfaces,
  { operator, user, id }: { readonly operator: Operator; readonly user: User; readonly id: string },
): Promise<ContentResponse | undefined> {
  const key = operator.keys.get(user);
  if (key === undefined || key.isChanging || operator.erased.has(user)) return undefined;
  // A store that went back accepts the former key again.
  if (key.serial > 1 && world.wentBackAt.length > 0) return undefined;
  const apiKey = operator.credentialOf(user, key.serial).key;
  return world.during(surfaces.content({ apiKey, id }));
}

function isItsVideo({ upstream }: World, { id }: Job, { status, bytes }: ContentResponse): boolean {
  const [work] = upstream.ledger.ofJob(id);
  if (status !== 200) return false;
  const digest = createHash('sha256').update(bytes).digest('hex');
  return work !== undefined && digest === upstream.digestOf(work);
}
