import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { knownProviders } from '../../src/known-providers.ts';

const run = promisify(execFile);
const protocols = Object.keys(knownProviders);

/**
 * Returns a program that loads the package, and optionally a protocol of it, and prints the addresses of the loaded
 * modules.
 */
function program(after: string): string {
  return `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const engine = await import('@filmgate/upstream-http');
    ${after}
    process.stdout.write(loaded.join('\\n'));
  `;
}

async function protocolsLoaded(after: string): Promise<readonly string[]> {
  const options = ['--conditions=@filmgate/source', '--input-type=module', '--eval'];
  const { stdout } = await run(process.execPath, [...options, program(after)], {
    cwd: import.meta.dirname,
  });
  expect(stdout).toContain('/upstream-http/src/index.ts');
  return protocols.filter((protocol) => stdout.includes(`/upstream-http/src/${protocol}/`));
}

describe('the protocols that come with the product', () => {
  it('[providers.engine.lazy] are loaded when they are asked for, and only those', async () => {
    expect(await protocolsLoaded('')).toEqual([]);
    const load = `await engine.knownProviders['kling'].load();`;
    expect(await protocolsLoaded(load)).toEqual(['kling']);
  });

  it.each(protocols)('%s has the name and the endpoints of its description', async (protocol) => {
    const known = knownProviders[protocol];
    const definition = await known?.load();
    const description = definition?.describe({});
    expect([definition?.protocol, description?.protocol]).toEqual([protocol, protocol]);
    const endpoints = Object.keys(description?.endpoints ?? {});
    expect(endpoints.toSorted()).toEqual(known?.endpoints.toSorted());
  });
});
