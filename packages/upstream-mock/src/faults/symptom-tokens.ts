import { noInstructions, type Symptom } from '../job/mock-instructions.ts';
import {
  type Change,
  durationMs,
  oneOf,
  optional,
  type TokenReader,
  valued,
  word,
} from './token-reader.ts';

/** A submission is refused or accepted in one way: a later token overrides earlier ones. */
const undecided = chosen('refuse', 'refuseAs', 'refuseCode', 'response', 'drawnAs', 'hangMs');

/** A job ends in one way, too. */
const unfailed = chosen('fail', 'keptCharge', 'failsAfter', 'completedFirstMs');

/** A refused job never runs, so it does not fail either. */
export const refusing = (change: Change): Change => ({ ...undecided, ...unfailed, ...change });

/** A token that makes a job fail implies that it is accepted. */
export const failing = (change: Change): Change => ({
  ...chosen('refuse', 'refuseAs', 'refuseCode'),
  ...unfailed,
  ...change,
});

const answering = (response: Symptom): Change => ({ ...undecided, response });

type Entry = readonly [name: string, reader: TokenReader];

/** Symptom of a submission that was not accepted. */
const before = (name: string, refuseAs: Symptom): Entry => [
  name,
  word(name, refusing({ refuseAs })),
];

/** Symptom of a submission that was accepted. */
const after = (name: string, response: Symptom): Entry => [name, word(name, answering(response))];

/** Never responds, or resets the connection after a time. */
const hanging = (name: string, change: (hangMs: number | null) => Change): Entry => [
  name,
  optional(`${name}=30s`, durationMs, change),
];

const hangingAfter = (hangMs: number | null): Change => ({ ...answering('hang'), hangMs });

/** Symptom of a submission whose acceptance the seed decides. */
const drawn = (name: string, drawnAs: Symptom): Entry => [
  name,
  valued(`${name}=random-truth`, oneOf(['random-truth']), () => ({ ...undecided, drawnAs })),
];

/**
 * Every symptom with and without acceptance [mock.twins], and as decided by the seed [mock.twins.random]. The variants
 * of one symptom look the same to a caller.
 */
export const symptomReaders: readonly Entry[] = [
  before('edge-page', 'edge-page'),
  before('unlisted-code', 'unlisted-code'),
  before('error-in-200', 'error-in-200'),
  before('lost-request', 'reset'),
  hanging('hang-before-accept', (hangMs) => refusing({ refuseAs: 'hang', hangMs })),
  before('500-before-accept', '500'),
  before('502-before-accept', 'edge-page'),
  before('504-before-accept', '504'),
  before('garbled-before-accept', 'garbled'),
  before('html-200-before-accept', 'html-200'),
  before('wrong-id-before-accept', 'wrong-id'),
  after('lost-response', 'reset'),
  hanging('hang-after-accept', hangingAfter),
  after('500-after-accept', '500'),
  after('502-after-accept', 'edge-page'),
  after('504-after-accept', '504'),
  after('garbled-after-accept', 'garbled'),
  after('html-200-after-accept', 'html-200'),
  after('wrong-id-after-accept', 'wrong-id'),
  after('edge-page-after-accept', 'edge-page'),
  after('unlisted-code-after-accept', 'unlisted-code'),
  after('error-in-200-after-accept', 'error-in-200'),
  after('no-id-after-accept', 'no-id'),
  drawn('reset', 'reset'),
  [
    'hang',
    {
      form: 'hang=30s|random-truth',
      read: (value = '') => {
        if (value === 'random-truth') return { ...undecided, drawnAs: 'hang' };
        const hangMs = durationMs(value);
        return hangMs === undefined ? undefined : hangingAfter(hangMs);
      },
    },
  ],
  drawn('500', '500'),
  drawn('502', 'edge-page'),
  drawn('504', '504'),
  drawn('garbled', 'garbled'),
  drawn('html-200', 'html-200'),
  drawn('wrong-id', 'wrong-id'),
];

/** These fields with their values without tokens. */
function chosen(...fields: readonly (keyof Change)[]): Change {
  return Object.fromEntries(fields.map((field) => [field, noInstructions[field]]));
}
