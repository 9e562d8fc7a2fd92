import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs every suite of Debian; of the package debian-archive-keyring, without which apt trusts nothing. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const MIRROR = 'http://deb.debian.org/debian';

/**
 * The line of sources.list(5) for what is younger than a release of Debian and was built for it, from the text of
 * os-release(5); undefined on anything but a release of Debian. A package the release has itself is still taken from
 * there: apt prefers it (https://backports.debian.org/Instructions/, 2026-11).
 */
export function backportsSource(osRelease: string): string | undefined {
  const fields = new Map(
    osRelease.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/=(.*)/su);
      return [name, value.replaceAll(/^["']|["']$/gu, '')];
    }),
  );
  const codename = fields.get('VERSION_CODENAME');
  if (fields.get('ID') !== 'debian' || codename === undefined) return undefined;
  return `deb [signed-by=${KEYRING}] ${MIRROR} ${codename}-backports main`;
}

/**
 * Options that let one run of apt-get see one more source, and keep what it learnt of all sources in a folder of its own: neither the
 * machine's sources nor its lists are touched.
 *
 * @param folder of this run alone; apt's own user must be able to enter it
 */
export function withSource(source: string, folder: string): readonly string[] {
  const parts = join(folder, 'sources.list.d');
  const lists = join(folder, 'lists');
  chmodSync(folder, 0o755);
  mkdirSync(join(lists, 'partial'), { recursive: true });
  mkdirSync(parts);
  if (existsSync('/etc/apt/sources.list.d'))
    cpSync('/etc/apt/sources.list.d', parts, { recursive: true, dereference: true });
  writeFileSync(join(parts, 'filmgate-backports.list'), `${source}\n`);
  return ['-o', `Dir::Etc::SourceParts=${parts}`, '-o', `Dir::State::Lists=${lists}`];
}
