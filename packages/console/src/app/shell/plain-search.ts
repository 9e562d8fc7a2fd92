/** Plain query parameters: texts, without the quotes the router would put around numbers and words like true. */
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
