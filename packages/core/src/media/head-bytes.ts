/** Bytes from the beginning of a file by which its format is recognised: enough for every magic number we know. */
export const headBytes = 4_100;
