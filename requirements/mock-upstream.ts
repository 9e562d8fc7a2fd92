import type { Requirement } from './requirement.ts';

/** The mock upstream. */
export const mockUpstreamRequirements: readonly Requirement[] = [
  {
    id: 'mock.timing',
    source: 'decisions §7',
    text: 'run and queue tokens set the times of a job, scaled by FILMGATE_MOCK_SPEED.',
  },
  {
    id: 'mock.fail',
    source: 'decisions §7',
    text: 'fail tokens make an accepted job fail for policy, internal or credits.',
  },
  {
    id: 'mock.refuse',
    source: 'decisions §7',
    text: 'refuse tokens refuse a submission before acceptance with that status.',
  },
  {
    id: 'mock.lost-answers',
    source: 'decisions §7',
    text: 'lost-response, hang-after-accept, 500-after-accept and garbled-after-accept accept the job and keep the answer from the caller.',
  },
  {
    id: 'mock.bad-reads',
    source: 'decisions §7',
    text: 'status-404, poll-500 and unknown-state disturb reads.',
  },
  {
    id: 'mock.bad-results',
    source: 'decisions §7',
    text: 'truncate, html-body, wrong-duration, no-moov, url-403, result-down, result-cut and result-gone disturb results.',
  },
  {
    id: 'mock.ranges',
    source: 'docs/mock, Tokens',
    text: 'Results are served with a strong ETag, and from an offset on for Range with If-Range.',
  },
  {
    id: 'mock.findable',
    source: 'decisions §7',
    text: 'A findable job can be asked for by correlation id 5 s after; without the token it cannot.',
  },
  {
    id: 'mock.unknown-token',
    source: 'decisions §7',
    text: 'Tokens combine with commas; an unknown one is refused at submission with the known list.',
  },
  {
    id: 'mock.tokens-not-drawn',
    source: 'decisions §7',
    text: 'Tokens are removed before the prompt is drawn.',
  },
  {
    id: 'mock.ledger',
    source: 'decisions §7',
    text: 'GET /_mock/ledger tells, filtered by contains, what was accepted, running, completed, failed and charged, with one entry per job.',
  },
  {
    id: 'mock.control-routes',
    source: 'decisions §7',
    text: 'POST /_mock/reset forgets everything and POST /_mock/clock/advance moves the clock; control routes exist only when the mock is started with them, by default on loopback.',
  },
  {
    id: 'mock.accounts',
    source: 'decisions §7',
    text: 'The mock keeps its own caps and credits per account key.',
  },
  {
    id: 'mock.refusal-evidence',
    source: 'decisions §7',
    text: "A 503 in the mock's own shape means refused before acceptance; a 500 means nothing.",
  },
  {
    id: 'mock.video',
    source: 'decisions §7',
    text: 'The video is a real H.264 MP4 of the asked pixels, seconds and audio, showing prompt, model and running time, byte-identical for the same job and seed.',
  },
  {
    id: 'mock.guard-exemption',
    source: 'decisions §7',
    text: "The private-address rule exempts the origin an operator configured as a provider's base URL, and nothing else.",
  },
  {
    id: 'mock.former-submissions',
    source: 'ARCHITECTURE, Submission protocol',
    text: 'A submission to the mock that a former release saved is sent as it was saved, and searched for.',
  },
];
