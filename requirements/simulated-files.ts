import type { Requirement } from './requirement.ts';

/** Results and references on disks that fail, fill up and lose what was not synced. */
export const simulatedFilesRequirements: readonly Requirement[] = [
  {
    id: 'files.power-loss',
    source: 'ARCHITECTURE, Submission protocol (file, done) and What always holds (I7)',
    text: 'After any loss of power or kill, every blob that was said to be kept is there and whole, and nothing half is found under a digest. What could not be synced is never said to be kept, also where a later sync succeeds: neither by a folder just made nor by a name changed beside it.',
  },
  {
    id: 'files.kept-again',
    source: 'ARCHITECTURE, What always holds (I7)',
    text: 'A blob that is kept again while an old one of its digest is being removed is still there afterwards, by whichever process it was kept and wherever the removal stopped.',
  },
];
