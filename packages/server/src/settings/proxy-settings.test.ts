import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkConfig } from '../commands/check-config.ts';
import { printConfig } from '../commands/print-config.ts';
import { outboundProxy } from '../providers/outbound-proxy.ts';
import { readSettings } from './read-settings.ts';
import { settingByShortName, shortSettingName } from './setting-name.ts';

type Environment = Parameters<typeof readSettings>[0];

function readOf(environment: Environment) {
  const result = readSettings(environment);
  if (result.kind === 'refused') throw new Error(result.problems.join('\n'));
  return result;
}

const nameOf = (environment: Environment) => outboundProxy(readOf(environment).settings)?.name;

describe('[providers.proxy.setting] the proxy of the environment', () => {
  it.each<[Environment, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://upper.corp:3128' }, 'upper.corp:3128'],
    [{ https_proxy: 'http://lower.corp:3128' }, 'lower.corp:3128'],
    [{ HTTPS_PROXY: 'http://upper.corp:1', https_proxy: 'http://lower.corp:2' }, 'upper.corp:1'],
    [{ HTTPS_PROXY: '', https_proxy: 'http://lower.corp:3128' }, 'lower.corp:3128'],
    [{ HTTPS_PROXY: '', https_proxy: '' }, undefined],
    [{ HTTP_PROXY: 'http://other.corp:3128', ALL_PROXY: 'http://other.corp:3128' }, undefined],
  ])('of %j is %s', (environment, name) => {
    expect(nameOf(environment)).toBe(name);
  });

  it('is that of a file in upper case before one in lower case', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filmgate-proxy-'));
    const file = join(folder, 'proxy');
    await writeFile(file, 'http://file.corp:3128\n');
    expect(nameOf({ HTTPS_PROXY_FILE: file, https_proxy: 'http://lower.corp:2' })).toBe(
      'file.corp:3128',
    );
    await rm(folder, { recursive: true, force: true });
  });

  it.each<[Environment, readonly string[]]>([
    [{}, []],
    [{ NO_PROXY: 'a.corp,.b.corp  10.0.0.0/8,' }, ['a.corp', '.b.corp', '10.0.0.0/8']],
    [{ no_proxy: 'a.corp' }, ['a.corp']],
    [{ NO_PROXY: 'a.corp', no_proxy: 'b.corp' }, ['a.corp']],
  ])('of %j is not used for %j', (environment, hosts) => {
    expect(readOf(environment).settings.NO_PROXY).toEqual(hosts);
  });

  it('is used for https hosts outside of the list, and never for loopback', () => {
    const { settings } = readOf({ HTTPS_PROXY: 'http://proxy.corp:3128', NO_PROXY: '.corp' });
    const proxy = outboundProxy(settings);
    const used = ['api.example.com', 'nas.corp', '127.0.0.1', 'localhost'].map((host) =>
      proxy?.isUsedFor(host, 443),
    );
    expect(used).toEqual([true, false, false, false]);
  });

  it.each([
    'proxy.corp',
    'https://studio:hunter2@proxy.corp:3128',
    'http://studio:hunter2@proxy.corp:3128/x',
    'http://studio:hunter2%@proxy.corp:3128',
  ])('is refused with the name of the variable and without the password: %s', (url) => {
    const result = readSettings({ https_proxy: url });
    expect(result).toMatchObject({ problems: [expect.stringMatching(/^HTTPS_PROXY must .+\.$/)] });
    expect(JSON.stringify(result)).not.toContain('hunter2');
  });

  it('[providers.proxy.credentials] is masked wherever settings are shown', () => {
    const read = readOf({ HTTPS_PROXY: 'http://studio:hunter2@proxy.corp:3128' });
    const printed = printConfig(read);
    expect(printed).toMatch(/^HTTPS_PROXY +environment +\*{8}$/m);
    expect(printed).toMatch(/^NO_PROXY +default$/m);
    expect(printed).not.toContain('hunter2');
    expect(JSON.stringify(outboundProxy(read.settings))).toBe('{"name":"proxy.corp:3128"}');
  });

  it('is shown by a check of the configuration, without its login', async () => {
    const environment = {
      HTTPS_PROXY: 'http://studio:hunter2@proxy.corp:3128',
      NO_PROXY: '.corp,10.0.0.0/8',
      FILMGATE_DATA_DIR: import.meta.dirname,
    };
    const check = await checkConfig(environment, { ports: false });
    expect(check.looked).toContain('proxy: proxy.corp:3128, not for .corp, 10.0.0.0/8');
    expect(JSON.stringify(check)).not.toContain('hunter2');
  });

  it('has a short name like every setting', () => {
    expect(shortSettingName('HTTPS_PROXY')).toBe('https_proxy');
    expect(settingByShortName('no_proxy')).toBe('NO_PROXY');
  });
});
