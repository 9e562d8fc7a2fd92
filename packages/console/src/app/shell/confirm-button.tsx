import '@mantine/core/styles/Popover.css';
import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shellTexts } from '../texts/shell.ts';

export interface ConfirmButtonProps extends ButtonProps {
  /** The consequence, and the part that cannot be undone. */
  readonly question: ReactNode;
  /** Verb of the confirming button; defaults to the label of the first button. */
  readonly confirm?: string;
  /** The dialog stays open, with disabled buttons, until the promise resolves. */
  readonly onConfirm: () => Promise<void> | void;
}

/** A button that asks for confirmation of an action that is hard to undo. */
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

/** The first button, which has the focus, changes nothing. */
function Responses({ onConfirm, onClose, children }: PropsWithChildren<ResponsesProps>) {
  const { t } = useTranslation(shellTexts);
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
