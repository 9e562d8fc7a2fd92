/** What stands in one field; null leaves it empty. */
export type CsvField = string | number | boolean | null;

/**
 * What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"), also after white space, as LibreOffice
 * does. The full-width forms are those East Asian versions of Excel take too.
 */
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** Signs for which a field has to be quoted (RFC 4180 §2). */
const quoted = /[",\r\n]/;

/**
 * One line of CSV (RFC 4180), ended. A text that a spreadsheet would calculate gets an apostrophe in front, which shows
 * it as text; numbers and flags are written by us and stay as they are.
 */
export function csvRow(fields: readonly CsvField[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(field: CsvField): string {
  if (field === null) return '';
  if (typeof field !== 'string') return String(field);
  const text = formula.test(field) ? `'${field}` : field;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
