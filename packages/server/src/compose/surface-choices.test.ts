import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../settings/settings-schema.ts';
import { checkSurfaceChoices } from './surface-choices.ts';

const check = (environment: Readonly<Record<string, string>>) => (): void =>
  checkSurfaceChoices(settingsSchema.parse(environment));

describe('what the operator chooses for the surfaces', () => {
  it('[settings.error-codes] [settings.routes-off] may name whatever they have, and need not', () => {
    expect(check({})).not.toThrow();
    expect(
      check({
        FILMGATE_TASKS_ERROR_CODES: 'job_not_found=no_such_film, content_rejected=not_here',
        FILMGATE_LOCAL_ERROR_CODES: 'generation_timeout=took_too_long',
        FILMGATE_TASKS_ROUTES_OFF: 'models, videos, events, native',
        FILMGATE_LOCAL_ROUTES_OFF: 'models, chat, images, pool, workbench',
      }),
    ).not.toThrow();
  });

  it('[settings.error-codes] is refused with the setting and the nearest code', () => {
    const environment = {
      FILMGATE_TASKS_ERROR_CODES: 'jop_not_found=x',
      FILMGATE_LOCAL_ERROR_CODES: 'generation_timeuot=x',
    };
    expect(check(environment)).toThrow(
      'FILMGATE_TASKS_ERROR_CODES renames jop_not_found, which is not an error code of this API; the nearest is job_not_found.\n' +
        'FILMGATE_LOCAL_ERROR_CODES renames generation_timeuot, which is not an error code of this API; the nearest is generation_timeout.',
    );
  });

  it('[settings.routes-off] is refused with the setting and the groups there are', () => {
    expect(check({ FILMGATE_TASKS_ROUTES_OFF: 'chat' })).toThrow(
      'FILMGATE_TASKS_ROUTES_OFF names chat, which is not a route group; known groups are models, videos, images, events, native.',
    );
    expect(check({ FILMGATE_LOCAL_ROUTES_OFF: 'pool,native' })).toThrow(
      'FILMGATE_LOCAL_ROUTES_OFF names native, which is not a route group; known groups are models, chat, images, pool, workbench.',
    );
  });
});
