import { knownProviders } from '@filmgate/upstream-http';
import { describe, expect, inject, it } from 'vitest';
import { mutants } from './secret-sweep/mutants.ts';
import { sweep } from './secret-sweep/sweep.ts';
import { sweptEndpoints } from './secret-sweep/swept-endpoints.ts';

const endpoints = sweptEndpoints({ linkingUrl: '', linkedHost: '' });

/** Kinds of secrets that a whole sweep has. */
const secrets = [
  ...['API user’s key', 'account secret', 'admin key', 'idempotency key', 'key in a query'],
  ...['link of a provider', 'login at the proxy', 'master key', 'metrics key', 'native key'],
  ...['notice token', 'service key', 'session', 'signed link'],
  ...['wrong key', 'wrong password', 'wrong session'],
];

describe('one gateway with a secret of every kind, used in every way on every wire', () => {
  it('has an endpoint of every known provider', () => {
    const protocols = new Set(endpoints.map(({ protocol }) => protocol));
    expect(Object.keys(knownProviders).filter((name) => !protocols.has(name))).toEqual([]);
  });

  it('[invariants.i13-no-secret-leaves][providers.engine.redaction][providers.engine.links] lets no secret into a place where it does not belong', {
    tags: 'long',
    timeout: 300_000,
  }, async () => {
    const { leaks, unused, heard, search } = await sweep();
    expect(leaks).toEqual([]);
    expect(unused).toEqual([]);
    expect(heard.length).toBeGreaterThan(1_000);
    expect([...search.names].toSorted()).toEqual(secrets.toSorted());
  });

  it('[invariants.i13-no-secret-leaves] lets no secret of a few wires into a place where it does not belong', {
    tags: 'sampled',
    timeout: 120_000,
  }, async () => {
    const some = endpoints.filter((_, at) => at % 5 === inject('commitNumber') % 5);
    const only = ({ name }: { readonly name: string }) => some.some((one) => one.name === name);
    expect((await sweep({ only, wiresOnly: true })).leaks).toEqual([]);
  });
});

describe('the sweep', () => {
  it.each(mutants)(
    'finds a gateway that $name',
    { tags: 'long', timeout: 120_000 },
    async ({ endpoint, secret, place, wrapPorts }) => {
      const only = ({ name }: { readonly name: string }) => name === endpoint;
      const { leaks } = await sweep({ only, wiresOnly: true, wrapPorts: () => wrapPorts });
      expect(leaks).toContainEqual({ secret, place: expect.stringContaining(place) });
    },
  );
});
