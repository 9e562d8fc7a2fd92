import { readForm } from '../http/multipart-form.ts';

/** Maximum length of a body that is kept, in bytes. */
const longestKept = 64 * 1024;

/** Read beyond that, so that no credential is cut in two. Headers, and so credentials, are shorter. */
const margin = 16 * 1024;

/** Members whose value is always a credential, in JSON and in forms. */
const keyMembers =
  /("(?:(?:api|access|secret)[-_]?)?(?:key|token|secret)"|"authorization")(\s*:\s*)"(?:[^"\\]|\\.)*"/gi;
const keyFields =
  /(^|&)((?:(?:api|access|secret)[-_]?)?(?:key|token|secret)|authorization)=[^&]*/gi;

/**
 * A body as it may be kept: text without credentials, at most 64 kB; a form as JSON; of a file its type and size. Null
 * without a body [mock.journal.bodies].
 *
 * @param secrets - credentials of the request
 */
export function keptBody(
  body: Uint8Array,
  contentType: string,
  secrets: readonly string[],
): string | null {
  if (body.length === 0) return null;
  const form = contentType.startsWith('multipart/')
    ? readForm(Buffer.from(body.buffer, body.byteOffset, body.length), contentType)
    : undefined;
  if (form !== undefined) {
    const members = form.map(({ name, fileName, contentType: type, bytes }) => [
      name,
      fileName === null ? textOf(bytes) : sizeText(type, bytes.length),
    ]);
    return withoutSecrets(JSON.stringify(Object.fromEntries(members)), secrets).slice(
      0,
      longestKept,
    );
  }
  if (!isText(contentType)) return sizeText(contentType, body.length);
  const text = withoutSecrets(textOf(body), secrets);
  return body.length > longestKept ? `${text.slice(0, longestKept)}… (${body.length} bytes)` : text;
}

function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body.subarray(0, longestKept + margin));
}

function sizeText(contentType: string, size: number): string {
  return `${contentType}, ${size} bytes`;
}

/** Without a type a body is most often JSON. */
function isText(contentType: string): boolean {
  return contentType === '' || /^text\/|json|xml|urlencoded/i.test(contentType);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  const named = text.replace(keyMembers, '$1$2"***"').replace(keyFields, '$1$2=***');
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), named);
}
