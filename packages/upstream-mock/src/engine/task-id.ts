/** A task id in the form of a UUID, from 24 hexadecimal digits. */
export function uuidOf(digits: string): string {
  const at = (from: number, to: number) => digits.slice(from, to);
  return `${at(0, 8)}-${at(8, 12)}-4${at(12, 15)}-8${at(15, 18)}-${at(18, 24)}${at(0, 6)}`;
}

/** A numeric task id, from the first of the same digits. */
export function numericId(digits: string): string {
  return BigInt(`0x${digits.slice(0, 15)}`).toString();
}
