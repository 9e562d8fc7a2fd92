import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';
import { shellTexts } from './shell-texts.ts';
import { copyText } from './copy-text.ts';

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
