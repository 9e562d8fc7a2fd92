import type { Requirement } from './requirement.ts';

/** The files the gateway is shipped with, how it is operated, and the operator's catalog file. */
export const shippingRequirements: readonly Requirement[] = [
  {
    id: 'shipping.image',
    source: 'decisions §1.1, §7a, §8',
    text: 'The Dockerfile leads from a clone to a program that serves both listeners, is found healthy by its own check, makes films and ends with 0 on SIGTERM.',
  },
  {
    id: 'shipping.image-hardened',
    source: 'decisions §1.2, §8',
    text: 'The image runs as a user without rights, keeps everything in one volume, declares both default ports, and has a health check by Node.',
  },
  {
    id: 'shipping.build-context',
    source: 'architecture §3 I13',
    text: 'No data, credential or history reaches the image builder.',
  },
  {
    id: 'shipping.compose',
    source: 'decisions §1.2, §7a',
    text: 'The compose file is valid: read-only, without rights, secrets as files, a volume, both ports on loopback, time to drain.',
  },
  {
    id: 'shipping.systemd',
    source: 'decisions §1.2, §7a',
    text: 'The systemd unit is valid and confined, starts the built command, reads secrets as credentials, and leaves time to drain.',
  },
  {
    id: 'shipping.proxy-valid',
    source: 'decisions §1, §5',
    text: 'The nginx and Caddy samples are valid, cover both listeners, and wait 1900 s for an answer.',
  },
  {
    id: 'shipping.proxy-passes',
    source: 'decisions §3, §5',
    text: 'Through either sample everything works as without it: login, uploads, long waits, ranges, event streams, WebSockets.',
  },
  {
    id: 'shipping.settings-exist',
    source: 'decisions §1.2',
    text: 'Every setting and port the shipped files name is one the gateway has.',
  },
  {
    id: 'shipping.locked-node',
    source: 'SECURITY, What a release is made of',
    text: 'Everything the project runs on, Node included, is in the lock file with its hash; no install script fetches more.',
  },
  {
    id: 'shipping.images-by-digest',
    source: 'SECURITY, What a release is made of',
    text: 'The shipped files name the images of others by digest.',
  },
  {
    id: 'shipping.memory-limits',
    source: 'docs/operating, As a container',
    text: 'The compose files bound the memory of every service.',
  },
  {
    id: 'shipping.one-proxy',
    source: 'docs/operating, As a container',
    text: 'The compose files trust the address of one proxy.',
  },
  {
    id: 'shipping.transport-security',
    source: 'RFC 6797 §6.1, §7.1',
    text: 'Behind either sample every answer has one Strict-Transport-Security header.',
  },
  {
    id: 'shipping.networks',
    source: 'docs/many-nodes, As containers',
    text: 'The compose file of many nodes keeps Redis on a network without proxy and without a way out.',
  },
  {
    id: 'shipping.redis-access',
    source: 'docs/many-nodes, As containers',
    text: 'Gateways log in to Redis with a password and have the rights they need; everybody else has the health check.',
  },
  {
    id: 'shipping.sbom',
    source: 'SECURITY, What a release is made of',
    text: 'A command lists what a release is made of, with hashes, and the image carries that list.',
  },
  {
    id: 'operating.long-waits',
    source: 'decisions §5',
    text: 'The documented client settings wait as long as the gateway does, and send the request once.',
  },
  {
    id: 'operating.backup',
    source: 'architecture §3 I2',
    text: 'The documented backup, restored elsewhere, is a gateway that knows every task and opens every account secret.',
  },
  {
    id: 'catalog.file',
    source: 'decisions §1.2, §5',
    text: "An operator's catalog file replaces the built-in models on every surface.",
  },
  {
    id: 'catalog.file-problems',
    source: 'decisions §1.2, §5',
    text: 'What is wrong with a catalog file is named by file, line, column and path, with the nearest known word; any bytes give a catalog or problems.',
  },
];
