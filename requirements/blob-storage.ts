import type { Requirement } from './requirement.ts';

/** Bytes of uploads and results that several nodes share. */
export const blobStorageRequirements: readonly Requirement[] = [
  {
    id: 'blobs.s3.conformance',
    source: 'architecture §4, §3 I7',
    text: 'An S3-compatible bucket keeps every law of the blob store that a folder keeps.',
  },
  {
    id: 'blobs.s3.whole',
    source: 'architecture §3 I7',
    text: 'A blob is in the bucket whole or not at all, whatever happens to the request or its answer.',
  },
  {
    id: 'blobs.s3.removal-race',
    source: 'architecture §3 I7',
    text: 'A removal of what is old never takes bytes that were kept again meanwhile, also from another node.',
  },
  {
    id: 'blobs.s3.open-readers',
    source: 'docs/many-nodes',
    text: 'Whoever reads a blob while another node removes it reads it to its end.',
  },
  {
    id: 'blobs.s3.removed-dropped',
    source: 'docs/many-nodes',
    text: 'Removed bytes leave the bucket six hours later, and bytes kept twice do not stay twice.',
  },
  {
    id: 'blobs.s3.broken-answers',
    source: 'architecture §3 I14',
    text: 'An answer of the bucket that breaks off is taken up where it broke; an outage is a fault that says so.',
  },
  {
    id: 'blobs.s3.flat-memory',
    source: 'architecture §6',
    text: 'Uploads to the bucket and downloads from it need the same memory for a large film as for a small one.',
  },
  {
    id: 'blobs.s3.secrets',
    source: 'architecture §3 I13',
    text: 'No error and no log line about the bucket holds a credential.',
  },
  {
    id: 'blobs.s3.start-refused',
    source: 'docs/many-nodes',
    text: 'A bucket that cannot be listed with the given credentials is refused at the start, with a sentence.',
  },
];
