import type {
  ErrorFact,
  ProviderFacts,
  RefusalKind,
  RefusalProof,
  Source,
} from './provider-facts.ts';

/** Status, code and text of an error, and the reasons for which a submission is refused with it. */
export type ErrorRow = readonly [
  status: number,
  code: string,
  message: string,
  ...refuses: readonly RefusalKind[],
];

/**
 * The errors of an API, and its code for each reason to refuse.
 *
 * @param more - further facts about errors, by their codes
 */
export function errorTable(
  rows: readonly ErrorRow[],
  more: { readonly [code: string]: Partial<ErrorFact> } = {},
): Pick<ProviderFacts, 'errors' | 'refusals'> {
  const errors = rows.map(([status, code, message]) => ({ code, status, message, ...more[code] }));
  const refusedWith = (kind: RefusalKind) => {
    const row = rows.find(([, , , ...refuses]) => refuses.includes(kind));
    if (row === undefined) throw new Error(`no error refuses for ${kind}`);
    return row[1];
  };
  const refusals = {
    invalid: refusedWith('invalid'),
    login: refusedWith('login'),
    credits: refusedWith('credits'),
    forbidden: refusedWith('forbidden'),
    rate_limited: refusedWith('rate_limited'),
    concurrency: refusedWith('concurrency'),
    unavailable: refusedWith('unavailable'),
  };
  return { errors, refusals };
}

/** Proofs by their reason; the subject is the usual one of that reason unless the name tells it. */
const proofs = {
  invalid: { kind: 'invalid', scope: 'request' },
  'invalid, or an echo': { kind: 'invalid', scope: 'request', mayBeEcho: true },
  policy: { kind: 'policy', scope: 'request' },
  login: { kind: 'login', scope: 'account' },
  credits: { kind: 'credits', scope: 'account' },
  'credits of a model': { kind: 'credits', scope: 'model' },
  forbidden: { kind: 'forbidden', scope: 'account' },
  'forbidden model': { kind: 'forbidden', scope: 'model' },
  rate_limited: { kind: 'rate_limited', scope: 'account' },
  concurrency: { kind: 'concurrency', scope: 'account' },
  unavailable: { kind: 'unavailable', scope: 'model' },
} as const satisfies { readonly [proof: string]: RefusalProof };

/**
 * Status, code and text of an error, what it proves, and the codes it stands for (`ErrorFact.stands`). A code with `*`
 * stands for all that begin with it; without a proof, an error proves nothing.
 */
type ProofRow = readonly [
  status: number,
  code: string,
  message: string,
  proves?: keyof typeof proofs,
  stands?: readonly string[],
];

/**
 * Errors of which some prove that nothing was accepted.
 *
 * @param other - another source than that of the API's errors, and the codes it has
 */
export function provingErrors(
  rows: readonly ProofRow[],
  other?: { readonly codes: readonly string[]; readonly source: Source },
): readonly ErrorFact[] {
  return rows.map(([status, written, message, proves, listed]) => {
    const stands = written.endsWith('*') ? [written] : listed;
    return {
      code: written.replace('*', ''),
      status,
      message,
      ...(stands !== undefined && { stands }),
      ...(proves !== undefined && { proves: proofs[proves] }),
      ...(other?.codes.includes(written) === true && { source: other.source }),
    };
  });
}
