import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { getDefaultZIndex, Modal } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { shellTexts } from './shell-texts.ts';

export interface CentreDialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg';
  /** Whether only a button of its own closes it: for what cannot be shown again. */
  readonly isClosedOnPurposeOnly?: boolean;
  /** Whether it stands above other dialogs and what they have opened. */
  readonly isOnTop?: boolean;
}

/** Something to be done before all else: a dialog in the middle, named by its title. */
export function CentreDialog({
  title,
  onClose,
  size = 'md',
  isClosedOnPurposeOnly = false,
  isOnTop = false,
  children,
}: PropsWithChildren<CentreDialogProps>) {
  const { t } = useTexts(shellTexts);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      zIndex={getDefaultZIndex(isOnTop ? 'overlay' : 'modal')}
      closeOnEscape={!isClosedOnPurposeOnly}
      closeOnClickOutside={!isClosedOnPurposeOnly}
      withCloseButton={!isClosedOnPurposeOnly}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      {children}
    </Modal>
  );
}
