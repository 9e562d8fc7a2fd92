/** What our answers can be coded in, the smallest first. */
export const contentCodings = ['br', 'gzip', 'identity'] as const;

export type ContentCoding = (typeof contentCodings)[number];

/** What `identity` weighs where nothing is said of it: it is taken, but anything that is named is wanted more. */
const leastWeight = 0.0001;

/**
 * The coding a caller wants most, of equals the smallest (RFC 9110 §12.5.3). `identity` where it says nothing, and where
 * it takes none of ours: an answer it may not read helps more than none.
 *
 * @param header - the value of `Accept-Encoding`, undefined when absent
 */
export function chooseCoding(header: string | undefined): ContentCoding {
  const weights = new Map((header ?? '').split(',').map(readMember));
  const others = weights.get('*');
  const weightOf = (coding: ContentCoding): number =>
    weights.get(coding) ?? others ?? (coding === 'identity' ? leastWeight : 0);
  const [best] = contentCodings.toSorted((one, other) => weightOf(other) - weightOf(one));
  return best === undefined || weightOf(best) === 0 ? 'identity' : best;
}

function readMember(member: string): readonly [string, number] {
  const [name = '', ...parameters] = member.split(';');
  const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).at(-1);
  return [name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight)];
}
