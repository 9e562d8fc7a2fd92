import { describe, expect, it } from 'vitest';
import { readSettings } from '../settings/read-settings.ts';
import { isGuessable, passwordProblem } from './guessable-password.ts';

describe('a password', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2026',
    'qwertyuiop12',
    '123456789012',
    'iloveyou2024!',
    'changeme123456',
    'filmgateadmin',
    'passwordpassword',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'administrator',
    'anna.example',
  ])('[administrator.password.common] %s is guessed soon', async (password) => {
    expect(await isGuessable(password, 'anna.example')).toBe(true);
  });

  it.each([
    'correct horse battery',
    'kassensturz-mohn',
    'xK3n9QmLr2Vt',
    'Wir essen um halb acht.',
    '画面の向こうの静かな海辺で',
  ])('%s is not', async (password) => {
    expect(await isGuessable(password, 'admin')).toBe(false);
  });

  it('is checked in bounded time, at any length', async () => {
    expect(await isGuessable('password'.repeat(128), 'admin')).toBe(true);
    expect(await isGuessable('kassensturz-mohn'.repeat(64), 'admin')).toBe(false);
  });

  it('[administrator.password.common] of the environment is refused where others can try it', async () => {
    const problemOf = async (environment: Readonly<Record<string, string>>) => {
      const read = readSettings({
        FILMGATE_SERVICE_API_KEY: 'a service key of the tests',
        ...environment,
      });
      if (read.kind === 'refused') throw new Error(read.problems.join());
      return passwordProblem(read.settings);
    };
    const weak = { FILMGATE_ADMIN_PASSWORD: 'password1234' };
    expect(await problemOf({ ...weak, FILMGATE_HOST: '0.0.0.0' })).toBe(
      'FILMGATE_ADMIN_PASSWORD is a common or easily guessed password, and the gateway is reachable at FILMGATE_HOST 0.0.0.0; choose a stronger password.',
    );
    expect(await problemOf(weak)).toBeUndefined();
    expect(await problemOf({ FILMGATE_HOST: '0.0.0.0' })).toBeUndefined();
    const strong = { FILMGATE_ADMIN_PASSWORD: 'kassensturz-mohn', FILMGATE_HOST: '0.0.0.0' };
    expect(await problemOf(strong)).toBeUndefined();
  });
});
