/** Longer than any signed URL in use, in UTF-16 units; the guarded fetch has the same limit. */
const longestUrl = 8192;

/** What is wrong with the URL of a remote file, completing the sentence "<param> …"; undefined when it can be one. */
export function judgeRemoteUrl(text: string): string | undefined {
  if (text.length > longestUrl) return `must be a URL of at most ${longestUrl} characters`;
  const protocol = URL.parse(text)?.protocol;
  return protocol === 'https:' || protocol === 'http:'
    ? undefined
    : 'must be an https URL or a base64 data URL';
}
