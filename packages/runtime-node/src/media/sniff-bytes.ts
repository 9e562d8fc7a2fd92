/** How many bytes of the beginning of a file suffice to tell its media type. */
export const SNIFF_BYTES = 4100;
