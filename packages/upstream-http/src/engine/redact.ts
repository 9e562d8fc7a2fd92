/** Longest detail kept, in UTF-16 units. */
const longestDetail = 1_000;
const withheld = '(withheld)';

/**
 * What a provider said, fit for a trail and a log: no secret of the account, no link but for its host, no token, no
 * line breaks, not longer than a few sentences.
 *
 * @param secrets - texts that must not show; empty ones are ignored
 */
export function redact(text: string, secrets: readonly string[]): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*/giu, linkHost)
    .replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=:-]{8,}/giu, `$1 ${withheld}`)
    .replaceAll(/\b(sk|key|token|signature|secret)([-_=:]+)[\w.~+/%=-]{8,}/giu, `$1$2${withheld}`)
    .replaceAll(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/gu, withheld);
  const known = secrets.filter((secret) => secret !== '');
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, withheld), plain);
  const short = clean.length > longestDetail ? `${clean.slice(0, longestDetail - 1)}…` : clean;
  return known.some((secret) => short.includes(secret)) ? withheld : short;
}

function linkHost(link: string, scheme: string): string {
  const host = URL.parse(link)?.hostname ?? '';
  return host === '' ? withheld : `${scheme.toLowerCase()}${host}/…`;
}

/** The texts of a stored secret that must not show: the whole, and each field where it is the JSON of several. */
export function secretTexts(secret: string | null): readonly string[] {
  if (secret === null) return [];
  try {
    const fields: unknown = JSON.parse(secret);
    if (typeof fields !== 'object' || fields === null) return [secret];
    return [secret, ...Object.values(fields).filter((field) => typeof field === 'string')];
  } catch {
    return [secret];
  }
}
