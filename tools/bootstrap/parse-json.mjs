/**
 * @param {string} text
 * @returns {unknown} nothing (`undefined`) for a text that is not JSON, such as a file cut short
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
