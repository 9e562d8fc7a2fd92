import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Identity } from './fault-server.ts';

const run = promisify(execFile);

/** Certificates of servers at 127.0.0.1, made for one run. */
export interface TestCertificates {
  /** The authority that signed `valid`, `expired` and `elsewhere`. */
  readonly authority: string;
  readonly valid: Identity;
  readonly expired: Identity;
  /** Signed for another host. */
  readonly elsewhere: Identity;
  readonly selfSigned: Identity;
}

/** Makes an authority and what it signs with openssl. */
export async function makeTestCertificates(): Promise<TestCertificates> {
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-certificates-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...words: readonly string[]) => run('openssl', [...words], { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const selfSign = (name: string) =>
    openssl(
      ...['req', '-x509', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.crt`],
      ...['-days', '2', '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
    );
  const sign = async (name: string, host: string, days: number): Promise<Identity> => {
    await openssl(
      ...['req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', '/CN=server'],
    );
    await writeFile(at(`${name}.ext`), `subjectAltName=${host}`);
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'authority.crt', '-CAkey', 'authority.key'],
      ...['-CAcreateserial', '-out', `${name}.crt`, '-days', `${days}`, '-extfile', `${name}.ext`],
    );
    return identity(name);
  };
  const identity = async (name: string): Promise<Identity> => ({
    key: await readFile(at(`${name}.key`), 'utf8'),
    cert: await readFile(at(`${name}.crt`), 'utf8'),
  });
  try {
    await selfSign('authority');
    await selfSign('alone');
    return {
      authority: await readFile(at('authority.crt'), 'utf8'),
      valid: await sign('valid', 'IP:127.0.0.1', 2),
      expired: await sign('expired', 'IP:127.0.0.1', -1),
      elsewhere: await sign('elsewhere', 'DNS:elsewhere.example', 2),
      selfSigned: await identity('alone'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
