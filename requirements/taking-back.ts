import type { Requirement } from './requirement.ts';

const links = 'docs/decisions, The master key only seals';
const operating = 'docs/operating, Taking back what was handed out';
const erasing = 'docs/operating, Erasing an API user';
const masterKey = 'docs/operating, Another master key';

/** What was handed out can be taken back: links, films, everything personal of a user, and the keys behind it all. */
export const takingBackRequirements: readonly Requirement[] = [
  {
    id: 'taking-back.links-die-with-user',
    source: operating,
    text: 'Links to the films of an API user play only while it is enabled; a refused link cannot be told from an altered one.',
  },
  {
    id: 'taking-back.links-revoked',
    source: operating,
    text: 'Revoking the links of an owner voids every link made before and none made after, and touches no other owner.',
  },
  {
    id: 'taking-back.former-links',
    source: links,
    text: 'Links of an owner whose links were never revoked are signed as before there were epochs, so that earlier ones hold until they expire.',
  },
  {
    id: 'taking-back.result',
    source: operating,
    text: 'DELETE jobs/:id/result removes the film of a completed job: the job stays completed, its content is 404, its trail says so; where there is no film it is refused with 409.',
  },
  {
    id: 'taking-back.result-shared',
    source: operating,
    text: 'The bytes of a removed film stay while another job has the same ones.',
  },
  {
    id: 'taking-back.result-killed',
    source: links,
    text: 'A kill between the change of the job and the removal of its bytes leaves bytes of no job, which retention removes.',
  },
  {
    id: 'taking-back.audited',
    source: operating,
    text: 'Every taking back is in the audit log.',
  },
  {
    id: 'taking-back.erasure',
    source: erasing,
    text: 'Erasing an API user takes its prompts, references, uploads, films, name, key and links, and leaves ids, states, instants, money, marks and handles.',
  },
  {
    id: 'taking-back.erasure-confirmed',
    source: operating,
    text: 'An erasure is refused unless its body repeats the name or the id of the user.',
  },
  {
    id: 'taking-back.erasure-for-good',
    source: erasing,
    text: 'An erased user is never enabled, edited or given a key again, and no job of it is accepted.',
  },
  {
    id: 'taking-back.erasure-in-flight',
    source: erasing,
    text: 'What was not sent ends and costs nothing; what is in flight or unknown goes on to its end and is erased then.',
  },
  {
    id: 'taking-back.erasure-shown',
    source: erasing,
    text: 'How far an erasure is can be read: when it was asked for, how many jobs are left, when it was complete. It is asked for once.',
  },
  {
    id: 'taking-back.erasure-resumes',
    source: erasing,
    text: 'An erasure that was cut short goes on at the next round of upkeep; repeating any part of it changes nothing.',
  },
  {
    id: 'taking-back.erasure-files',
    source: erasing,
    text: 'No prompt of an erased user is found in any file of an SQLite store after its next start, nor in any key of a Redis store.',
  },
  {
    id: 'taking-back.content-erased',
    source: erasing,
    text: 'Erased content is shown by no read and found by no search, and its trail keeps facts without free texts.',
  },
  {
    id: 'taking-back.uploads',
    source: erasing,
    text: 'The uploads of an owner are forgotten in bounded steps, but those an open job refers to.',
  },
  {
    id: 'taking-back.call-prompts',
    source: erasing,
    text: 'Prompts and their digests are taken out of the request log for one caller in bounded steps.',
  },
  {
    id: 'taking-back.master-key',
    source: masterKey,
    text: 'With the former master key beside the new one everything sealed is sealed again at the start and checked; API keys and links go on working, and the former key is no longer needed.',
  },
  {
    id: 'taking-back.master-key-rolling',
    source: masterKey,
    text: 'Nodes that have both keys work side by side on one store while it is sealed again; one that has the former key alone refuses to start.',
  },
  {
    id: 'taking-back.reseal',
    source: masterKey,
    text: 'A secret is sealed again only over the seal that was read, and nothing else of its account changes.',
  },
  {
    id: 'taking-back.link-key',
    source: 'docs/commands, filmgate keys rotate-links',
    text: 'filmgate keys rotate-links voids every link handed out before; links made afterwards work.',
  },
];
