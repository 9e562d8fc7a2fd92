import type { Requirement } from './requirement.ts';

/** Guessing of passwords and keys: what it may cost, and what it can reach. */
export const credentialGuessingRequirements: readonly Requirement[] = [
  {
    id: 'guessing.login-caller',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'One caller (an IPv4 address, an IPv6 /64; an IPv4-mapped IPv6 address is the IPv4 address) has 20 failed logins in 15 minutes and one IPv6 /48 has 100, whatever the names; beyond, 429 {detail} with Retry-After, also for the right password, until the failures are 15 minutes old. Other addresses are not affected.',
  },
  {
    id: 'guessing.login-bounded',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'A login refused by a budget is not hashed and leaves nothing in the store.',
  },
  {
    id: 'guessing.login-over-nodes',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'Failed logins count over all nodes of a store.',
  },
  {
    id: 'guessing.login-queue',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'At most 16 logins are in hand, 4 of one caller; others are answered 503 {detail} with Retry-After at once and are not counted.',
  },
  {
    id: 'guessing.hash-one-at-a-time',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'One password hash runs at a time.',
  },
  {
    id: 'guessing.login-beside-downloads',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'Hundreds of pipelined logins with random names do not hold up downloads.',
  },
  {
    id: 'guessing.wrong-keys',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'Of one caller 300 wrong keys (of API users, the native API, the service, metrics) in 15 minutes are answered 401, of one IPv6 /48 3000; further wrong ones are 429 with Retry-After. What is remembered of callers is bounded. A key whose checksum is wrong is not looked up.',
  },
  {
    id: 'guessing.right-keys-pass',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'A right key passes at once, however many wrong ones came from its address.',
  },
  {
    id: 'guessing.keyless-own-origin',
    source: 'docs/operating, Guessed passwords and keys',
    text: 'While no service key is configured, calls of the Local Generation API under a Host that is not one of the own origins, with a foreign Origin or with Sec-Fetch-Site: cross-site are 403; with a key none of this is checked.',
  },
  {
    id: 'guessing.mock-control',
    source: 'docs/mock, Ledger and control',
    text: 'The control routes of the mock refuse pages of other sites and every Host that is neither loopback nor told.',
  },
  {
    id: 'guessing.key-strength',
    source: 'docs/settings, Secrets and logins',
    text: 'The service key, the native key and the metrics token have at least 16 characters, 6 of them different, while the gateway listens beyond loopback: refused at the start and in PUT settings by a sentence that names the limit and never the key. On loopback a shorter one is taken with a warning in the log.',
  },
  {
    id: 'guessing.setting-types',
    source: 'docs/settings, Changing settings while it runs',
    text: 'PUT settings takes a value as its text or in the JSON type of its setting, and refuses every other by its name: a number is no key.',
  },
  {
    id: 'guessing.trust-proxy-range',
    source: 'docs/settings, Where it listens',
    text: 'FILMGATE_TRUST_PROXY refuses ranges wider than /8 of IPv4 and /48 of IPv6, however they are written, and the log warns of ranges in which callers have room.',
  },
  {
    id: 'guessing.address-forged',
    source: 'docs/operating, Behind a reverse proxy',
    text: 'The address of a caller is the right-most of X-Forwarded-For that is no trusted proxy; what stands left of it is not believed.',
  },
  {
    id: 'guessing.strict-transport',
    source: 'RFC 6797 §7.1, §7.2',
    text: 'A listener with an https public URL sends Strict-Transport-Security with its answers, one with an http URL does not.',
  },
  {
    id: 'guessing.admin-numbers',
    source: 'docs/errors, Administration API',
    text: 'Numbers in the admin API are whole and within limits that the 422 names.',
  },
];
