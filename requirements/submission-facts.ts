import type { Requirement } from './requirement.ts';

const source = 'ARCHITECTURE, Submission protocol';

/** What an upstream answered to a submission: a fact that is kept, believed once, and found again. */
export const submissionFactsRequirements: readonly Requirement[] = [
  {
    id: 'submission-facts.handle.one-job',
    source,
    text: 'A handle belongs to the first mark that claims it in its place, in every store, until its job is removed; two handles are one when their canonical JSON (RFC 8785) is.',
  },
  {
    id: 'submission-facts.handle.place',
    source,
    text: 'The place of a handle is the provider of its account: the same handle of another provider names other work.',
  },
  {
    id: 'submission-facts.handle.one-act',
    source,
    text: 'A receipt and the decision made from it are one act: a receipt that is refused decides nothing, and a stale decision leaves the receipt.',
  },
  {
    id: 'submission-facts.handle.newcomer',
    source,
    text: 'A job that is given the handle of another one becomes outcome_unknown with its money held; nothing is fetched for it by that handle, the first job is not touched, and the log, its metric and the trail name both.',
  },
  {
    id: 'submission-facts.handle.search',
    source,
    text: 'A handle found by a search for a lost submission, by the runner or by a check, is held to the same rule.',
  },
  {
    id: 'submission-facts.handle.former-data',
    source,
    text: 'Handles received by a former release are claimed when its data is opened; of equal ones the first is, and their jobs go on as they were.',
  },
  {
    id: 'submission-facts.answer.first',
    source,
    text: 'A mark has one answer, receipt or refusal: the first that is recorded stays, another one is refused.',
  },
  {
    id: 'submission-facts.receipt.contradicted',
    source,
    text: 'A second receipt under one mark is an alarm and changes nothing: the job goes on by the one recorded first.',
  },
  {
    id: 'submission-facts.receipt.lost-mark',
    source,
    text: 'A receipt brings its mark along to a store that has lost it, which then counts as any mark.',
  },
  {
    id: 'submission-facts.receipt.after-loss',
    source,
    text: 'A receipt that comes after the store forgot the sending, and after an operator acknowledged that loss, still leads to the film.',
  },
  {
    id: 'submission-facts.refusal.kept',
    source,
    text: 'A proven refusal is kept under its mark without a lease, and offered to a store that fails as a receipt is.',
  },
  {
    id: 'submission-facts.refusal.late',
    source,
    text: 'A proven refusal that comes after the lease ended ends an unknown outcome with its reason and a refund, and is never followed by another submission of that job; a job that still waits goes on as if it had come in time.',
  },
  {
    id: 'submission-facts.spool.kept',
    source: 'docs/operating, Answers that wait for the store',
    text: 'An answer the store does not take is in the error log, with its handle, and in a file whose room was taken before; it survives the end of the process, damage of one entry leaves the others, and a full file says so.',
  },
  {
    id: 'submission-facts.spool.drained',
    source: 'docs/operating, Answers that wait for the store',
    text: 'What lies in the file is brought to the store before anything is claimed, and again while the process runs until nothing is left.',
  },
  {
    id: 'submission-facts.spool.full-disk',
    source: 'docs/operating, Answers that wait for the store',
    text: 'A disk that is full between mark and receipt, a kill, and a start with room again: the film is delivered, and one submission was sent.',
  },
];
