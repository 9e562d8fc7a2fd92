/** A text of at most so many UTF-16 units; where it was cut it ends in an ellipsis. */
export function bounded(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
