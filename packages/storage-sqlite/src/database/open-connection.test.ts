import { expect, it } from 'vitest';
import { requireNodeApi } from './open-connection.ts';

it.each(['10', '11', '26'])('lets Node-API %s pass', (version) => {
  expect(() => requireNodeApi(version)).not.toThrow();
});

it.each(['9', '8', undefined, ''])('refuses Node-API %s and says which Node has it', (version) => {
  expect(() => requireNodeApi(version)).toThrow(/22\.14/);
});
