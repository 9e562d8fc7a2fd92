import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shellTexts } from '../texts/shell.ts';

export interface SideDrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
}

/**
 * Details of one entry beside its list; full width on a phone. The page keeps the open entry in the address. A dialog
 * named by its title: Escape closes it, and the focus returns to its previous element.
 */
export function SideDrawer({
  title,
  onClose,
  size = 'lg',
  children,
}: PropsWithChildren<SideDrawerProps>) {
  const { t } = useTranslation(shellTexts);
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': t('drawer.close') }}
    >
      {children}
    </Drawer>
  );
}

/** A drawer is removed together with its part of the page, too early for Mantine to restore the focus. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
