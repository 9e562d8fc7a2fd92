import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';
import { shellTexts } from './shell-texts.ts';

const shownMs = 2000;

export interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  /** What is copied, as the button says it; "Copy" when absent. */
  readonly label?: string;
}

/** Copies a text and says so. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { t } = useTexts(shellTexts);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={15} />}
      onClick={() => void copy()}
      {...rest}
    >
      {isCopied ? t('copied') : (label ?? t('copy'))}
    </Button>
  );
}

/** Puts a text on the clipboard; false where the browser does not let us. */
async function copyText(text: string): Promise<boolean> {
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
