import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { getDefaultZIndex, Modal } from '@mantine/core';
import type { PropsWithChildren, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shellTexts } from '../texts/shell.ts';

export interface CentreDialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg';
  /** Closes only with its own button: for content that cannot be shown again. */
  readonly isClosedOnPurposeOnly?: boolean;
  /** Above other dialogs and their popups. */
  readonly isOnTop?: boolean;
}

/** A modal dialog in the middle of the page, named by its title. */
export function CentreDialog({
  title,
  onClose,
  size = 'md',
  isClosedOnPurposeOnly = false,
  isOnTop = false,
  children,
}: PropsWithChildren<CentreDialogProps>) {
  const { t } = useTranslation(shellTexts);
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
