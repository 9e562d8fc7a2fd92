import {
  type ErrorCodes,
  type LocalGenerationApiChoices,
  localGenerationErrorCodes,
  localGenerationRoutes,
  type VideoTaskApiChoices,
  videoTaskErrorCodes,
  videoTaskRoutes,
} from '@filmgate/http-adapter';
import { withNearest } from '../settings/nearest-names.ts';
import type { Settings } from '../settings/settings-schema.ts';

export function videoTaskChoices(settings: Settings): VideoTaskApiChoices {
  const { FILMGATE_TASKS_ERROR_CODES: errorCodes, FILMGATE_TASKS_ROUTES_OFF: off } = settings;
  return { errorCodes, routes: switchedOff(off) };
}

export function localGenerationChoices(settings: Settings): LocalGenerationApiChoices {
  const { FILMGATE_LOCAL_ERROR_CODES: errorCodes, FILMGATE_LOCAL_ROUTES_OFF: off } = settings;
  return { errorCodes, routes: switchedOff(off) };
}

function switchedOff(groups: readonly string[]): { readonly [group: string]: false } {
  return Object.fromEntries(groups.map((group) => [group, false as const]));
}

/**
 * Checks that the surfaces have every name in these settings [settings.error-codes] [settings.routes-off].
 *
 * @throws Error with a sentence for the operator for each name that a surface does not have
 */
export function checkSurfaceChoices(settings: Settings): void {
  const problems = [
    ...unknownCodes(settings, 'FILMGATE_TASKS_ERROR_CODES', videoTaskErrorCodes),
    ...unknownCodes(settings, 'FILMGATE_LOCAL_ERROR_CODES', localGenerationErrorCodes),
    ...unknownGroups(settings, 'FILMGATE_TASKS_ROUTES_OFF', videoTaskRoutes),
    ...unknownGroups(settings, 'FILMGATE_LOCAL_ROUTES_OFF', localGenerationRoutes),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function unknownCodes(
  settings: Settings,
  setting: 'FILMGATE_TASKS_ERROR_CODES' | 'FILMGATE_LOCAL_ERROR_CODES',
  known: readonly string[],
): readonly string[] {
  const names: ErrorCodes = settings[setting];
  return Object.keys(names)
    .filter((code) => !known.includes(code))
    .map((code) => {
      const sentence = `${setting} renames ${code}, which is not an error code of this API`;
      return `${withNearest(sentence, code, known)}.`;
    });
}

function unknownGroups(
  settings: Settings,
  setting: 'FILMGATE_TASKS_ROUTES_OFF' | 'FILMGATE_LOCAL_ROUTES_OFF',
  known: readonly string[],
): readonly string[] {
  return settings[setting]
    .filter((group) => !known.includes(group))
    .map(
      (group) =>
        `${setting} names ${group}, which is not a route group; known groups are ${known.join(', ')}.`,
    );
}
