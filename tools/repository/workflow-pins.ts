import { parse } from 'yaml';
import * as z from 'zod';

const commit = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/u;
/** The project's own. */
const ownAction = /^\.\/[\w./-]+$/u;
const digest = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/u;
const release = / # v\d+\.\d+\.\d+$/u;

/** All texts under one of some keys, at any depth. */
function textsUnder(keys: ReadonlySet<string>, value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    keys.has(key) && typeof inner === 'string' ? [inner] : textsUnder(keys, inner),
  );
}

/**
 * Actions and images named by a tag or branch, which their owners can move; and actions without a comment that names
 * the release, which people and Renovate read.
 *
 * @param workflow text of its file
 */
export function findUnpinned(workflow: string): readonly string[] {
  const content = z.unknown().parse(parse(workflow));
  const lines = workflow.split('\n');
  const isReleaseReported = (action: string) =>
    lines.filter((line) => line.includes(action)).every((line) => release.test(line));
  const actions = textsUnder(new Set(['uses']), content).filter(
    (action) => !ownAction.test(action) && !(commit.test(action) && isReleaseReported(action)),
  );
  const images = textsUnder(new Set(['image', 'container']), content);
  return [...actions, ...images.filter((image) => !digest.test(image))];
}
