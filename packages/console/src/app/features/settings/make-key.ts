const bytes = 32;

/** A key nobody guesses: 256 random bits as URL-safe text. */
export function makeKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
