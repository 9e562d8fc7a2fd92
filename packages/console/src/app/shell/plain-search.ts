/** Plain query parameters: texts, without the quotes that the router adds to numbers and words such as true. */
export const plainSearch = {
  parseSearch: (search: string): Record<string, string> =>
    Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const given = Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    );
    const text = new URLSearchParams(given).toString();
    return text === '' ? '' : `?${text}`;
  },
};
