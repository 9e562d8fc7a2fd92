/** A segment of a path without its escapes; as it is where they make no sense. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
