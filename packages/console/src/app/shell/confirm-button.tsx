import '@mantine/core/styles/Popover.css';
import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { shellTexts } from './shell-texts.ts';

export interface ConfirmButtonProps extends ButtonProps {
  /** What will happen, and what cannot be undone. */
  readonly question: ReactNode;
  /** The verb on the button that does it; what the first button says when absent. */
  readonly confirm?: string;
  /** The dialog stays open, its buttons resting, until this is done. */
  readonly onConfirm: () => Promise<void> | void;
}

/** A button that asks before it does something hard to undo. */
export function ConfirmButton({
  question,
  confirm,
  onConfirm,
  children,
  ...button
}: PropsWithChildren<ConfirmButtonProps>) {
  const [isOpen, setOpen] = useState(false);
  const questionId = useId();
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      withArrow
      width={300}
      position="bottom-end"
    >
      <Popover.Target>
        <Button variant="default" size="xs" {...button} onClick={() => setOpen(!isOpen)}>
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={questionId}>
        <Text size="sm" id={questionId} component="div" mb="sm">
          {question}
        </Text>
        <Responses onConfirm={onConfirm} onClose={() => setOpen(false)}>
          {confirm ?? children}
        </Responses>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ResponsesProps extends Pick<ConfirmButtonProps, 'onConfirm'> {
  readonly onClose: () => void;
}

/** The first, and so the one focused, changes nothing. */
function Responses({ onConfirm, onClose, children }: PropsWithChildren<ResponsesProps>) {
  const { t } = useTexts(shellTexts);
  const [isBusy, setBusy] = useState(false);
  const act = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
      onClose();
    }
  };
  return (
    <Group gap="xs" justify="end">
      <Button size="xs" variant="default" onClick={onClose} disabled={isBusy}>
        {t('cancel')}
      </Button>
      <Button size="xs" color="red.8" loading={isBusy} onClick={() => void act()}>
        {children}
      </Button>
    </Group>
  );
}
