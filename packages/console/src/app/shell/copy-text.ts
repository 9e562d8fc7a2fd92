/** Puts a text on the clipboard; false where the browser does not let us. */
export async function copyText(text: string): Promise<boolean> {
  // Absent on pages that came over http from another machine.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The older way, which needs no secure origin. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'mantine-visually-hidden';
  document.body.append(field);
  field.select();
  // The only way without a secure origin, though on its way out.
  const { execCommand } = document as { readonly execCommand?: (command: string) => boolean };
  const isCopied = execCommand?.call(document, 'copy') ?? false;
  field.remove();
  return isCopied;
}
