import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { shellTexts } from '../texts/shell.ts';

const shownMs = 2000;

export interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  /** Label of the button; "Copy" when absent. */
  readonly label?: string;
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const { t } = useTranslation(shellTexts);
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

/** Writes a text to the clipboard; resolves with false where the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  // Absent on pages loaded over http from another machine.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Fallback without a secure origin. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('aria-hidden', 'true');
  field.className = 'mantine-visually-hidden';
  document.body.append(field);
  field.select();
  // Deprecated, but the only way without a secure origin.
  const { execCommand } = document as { readonly execCommand?: (command: string) => boolean };
  const isCopied = execCommand?.call(document, 'copy') ?? false;
  field.remove();
  return isCopied;
}
