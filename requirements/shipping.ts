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
