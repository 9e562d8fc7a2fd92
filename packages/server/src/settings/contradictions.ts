import { isOpenToOthers } from './open-to-others.ts';
import type { Settings } from './settings-schema.ts';

/** What settings that are each right say against each other, one sentence each. */
export function contradictions(settings: Settings): readonly string[] {
  const problems: string[] = [];
  if (settings.FILMGATE_STORAGE === 'redis') {
    problems.push('FILMGATE_STORAGE is redis, which this version does not contain; use sqlite.');
  }
  if (settings.FILMGATE_ROLE !== 'all') {
    problems.push('FILMGATE_ROLE must be all with sqlite: one process owns the file.');
  }
  const { FILMGATE_LOCAL_PORT: local, FILMGATE_TASKS_PORT: tasks } = settings;
  if (local === tasks && local !== 0) {
    problems.push('FILMGATE_LOCAL_PORT and FILMGATE_TASKS_PORT must differ.');
  }
  if (isOpenToOthers(settings)) {
    problems.push(
      'FILMGATE_HOST is not loopback while FILMGATE_SERVICE_API_KEY is empty; set a key, or FILMGATE_ALLOW_OPEN=1.',
    );
  }
  return problems;
}
