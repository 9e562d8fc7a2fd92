import { isOpenToOthers, weakKeysBeforeOthers } from './exposure.ts';
import type { SettingName, Settings } from './settings-schema.ts';

/** Returns contradictions between settings that are valid one by one, one sentence each. */
export function contradictions(settings: Settings): readonly string[] {
  const problems = [...aboutStorage(settings), ...aboutResults(settings)];
  if (settings.FILMGATE_CATALOG.length > 0 && settings.FILMGATE_CATALOG_FILE !== undefined) {
    problems.push(
      'FILMGATE_CATALOG and FILMGATE_CATALOG_FILE are both set; list the catalogs in "extends" of the file instead.',
    );
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
  for (const { name, rule } of weakKeysBeforeOthers(settings))
    problems.push(`${name} ${rule} while FILMGATE_HOST is ${settings.FILMGATE_HOST}.`);
  return problems;
}

function aboutStorage(settings: Settings): string[] {
  const url = settings.FILMGATE_REDIS_URL;
  if (settings.FILMGATE_STORAGE === 'sqlite') {
    const problems: string[] = [];
    if (settings.FILMGATE_ROLE !== 'all') {
      problems.push('FILMGATE_ROLE must be all with sqlite: one process owns the file.');
    }
    if (url !== undefined) {
      problems.push(
        'FILMGATE_REDIS_URL is set while FILMGATE_STORAGE is sqlite; set FILMGATE_STORAGE=redis, or remove the URL.',
      );
    }
    return problems;
  }
  if (url === undefined) {
    return ['FILMGATE_STORAGE is redis; set FILMGATE_REDIS_URL.'];
  }
  return [];
}

const neededByS3 = [
  'FILMGATE_S3_ENDPOINT',
  'FILMGATE_S3_BUCKET',
  'FILMGATE_S3_ACCESS_KEY_ID',
  'FILMGATE_S3_SECRET_ACCESS_KEY',
] as const satisfies readonly SettingName[];

function aboutResults(settings: Settings): string[] {
  if (settings.FILMGATE_RESULT_STORE === 's3') {
    const missing = neededByS3.filter((name) => settings[name] === undefined);
    return missing.map((name) => `${name} must be set while FILMGATE_RESULT_STORE is s3.`);
  }
  const given = neededByS3.filter((name) => settings[name] !== undefined);
  return given.map(
    (name) =>
      `${name} is set while FILMGATE_RESULT_STORE is files; set FILMGATE_RESULT_STORE=s3, or remove it.`,
  );
}
