import { describe, expect, it } from 'vitest';
import { sayServerError, serverErrorCodes } from './server-errors.ts';

describe('[console.server-errors] a refusal of the server', () => {
  it.each([...serverErrorCodes])('%s is said in Chinese', (code) => {
    expect(sayServerError(code, 'zh')).toMatch(/^[\p{Script=Han} A-Za-z，。]+。$/u);
  });

  it.each([
    ['no_session', 'en'],
    ['something_new', 'zh'],
    ['constructor', 'zh'],
    [null, 'zh'],
  ])('%s is left to the server in %s', (code, language) => {
    expect(sayServerError(code, language)).toBeNull();
  });
});
