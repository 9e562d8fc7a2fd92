/** Formats of providers' credentials. */
const keyShapes: readonly (readonly [what: string, shape: RegExp])[] = [
  ['an OpenRouter key', /\bsk-or-[\w-]{20,}/g],
  ['an OpenAI key', /\bsk-[\w-]{20,}/g],
  ['a fal key', /\bKey [\w-]{8,}:[\w-]{16,}/g],
  ['a fal key', /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}:[\da-f]{32,}/gi],
  ['a Replicate key', /\br8_\w{20,}/g],
  ['a Luma key', /\bluma-api-[\w-]{20,}/g],
  ['a Google key', /\bAIza[\w-]{30,}/g],
  ['an Amazon key', /\bAKIA[A-Z\d]{16}\b/g],
  ['a Runway key', /\bkey_[\da-f]{40,}/g],
  ['an xAI key', /\bxai-[A-Za-z\d]{40,}/g],
  ['a GitHub token', /\bgh[opsu]_\w{30,}/g],
  ['a JSON web token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g],
  [
    'a private key',
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-"]*(?:-----END [A-Z ]*PRIVATE KEY-----)?/g,
  ],
  ['a bearer token', /\bBearer [\w.~+/-]{16,}/g],
];

/** Parts of a text that are Base64 of a printable text. */
export function base64Texts(
  text: string,
): readonly { readonly coded: string; readonly plain: string }[] {
  return [...text.matchAll(/[\w+/-]{12,}={0,2}/g)].flatMap(([coded]) => {
    const plain = Buffer.from(coded, 'base64').toString('latin1');
    return /^[\x20-\x7e]+$/.test(plain) ? [{ coded, plain }] : [];
  });
}

/** Kind of key whose format appears in this text, plain or in Base64; undefined = none. */
export function keyShapeIn(text: string): string | undefined {
  const texts = [text, ...base64Texts(text).map(({ plain }) => plain)];
  return keyShapes.find(([, shape]) => texts.some((each) => each.search(shape) !== -1))?.[0];
}

/** Replaces everything that has the format of a key, plain or in Base64, by `$secret`. */
export function withoutKeys(text: string): string {
  let hidden = text;
  for (const { coded, plain } of base64Texts(text))
    if (keyShapeIn(plain) !== undefined) hidden = hidden.replaceAll(coded, '$$secret');
  for (const [, shape] of keyShapes) hidden = hidden.replaceAll(shape, '$$secret');
  return hidden;
}

/** Name of a run of letters and digits that looks random, unlike words and hexadecimal digits: maybe an unknown key. */
export function randomTextIn(text: string): string | undefined {
  const isRandom = [...text.matchAll(/[\w+/-]{32,}/g)].some(([run]) => {
    const isMixed = /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
    return isMixed && entropy(run.slice(0, 256)) > 4.2;
  });
  return isRandom ? 'text that looks random' : undefined;
}

/** Bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / text.length;
    return bits - share * Math.log2(share);
  }, 0);
}
