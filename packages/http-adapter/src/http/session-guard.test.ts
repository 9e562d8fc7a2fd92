import { describe, expect, it } from 'vitest';
import { checkOrigin, type RequestOrigin } from './session-guard.ts';

const own = ['https://gate.example', 'http://localhost:8787', 'http://[::1]:8787'];
const check = (request: Partial<RequestOrigin>): unknown =>
  checkOrigin(
    { origin: undefined, secFetchSite: undefined, host: 'gate.example', ...request },
    own,
  );

describe('checkOrigin', () => {
  it.each<[Partial<RequestOrigin>, string]>([
    [{}, 'own'],
    [{ origin: 'https://gate.example' }, 'own'],
    [{ origin: 'HTTPS://GATE.EXAMPLE' }, 'own'],
    [{ host: 'GATE.example' }, 'own'],
    [{ host: 'gate.example:443' }, 'own'],
    [{ host: 'localhost:8787', origin: 'http://localhost:8787' }, 'own'],
    [{ host: '[::1]:8787' }, 'own'],
    [{ secFetchSite: 'same-origin' }, 'own'],
    [{ secFetchSite: 'none' }, 'own'],
    [{ secFetchSite: 'cross-site' }, 'foreign-origin'],
    [{ secFetchSite: 'cross-site', origin: 'https://gate.example' }, 'foreign-origin'],
    [{ origin: 'https://evil.example' }, 'foreign-origin'],
    [{ origin: 'http://gate.example' }, 'foreign-origin'],
    [{ origin: 'https://gate.example:8443' }, 'foreign-origin'],
    [{ origin: 'https://gate.example.evil.example' }, 'foreign-origin'],
    [{ origin: 'null' }, 'foreign-origin'],
    [{ origin: '' }, 'foreign-origin'],
    [{ host: 'evil.example' }, 'foreign-host'],
    [{ host: 'localhost' }, 'foreign-host'],
    [{ host: 'gate.example:80' }, 'foreign-host'],
    [{ host: undefined }, 'foreign-host'],
  ])('%j is %s', (request, verdict) => {
    expect(check(request)).toBe(verdict);
  });
});
