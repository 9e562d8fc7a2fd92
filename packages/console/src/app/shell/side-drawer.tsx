import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import { type PropsWithChildren, type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { shellTexts } from './shell-texts.ts';

export interface SideDrawerProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
}

/**
 * The details of one thing, beside the list it came from; the whole width on a phone. Which thing is open belongs into the
 * address. It is a dialog named by its title: Escape closes it, and the focus goes back to where it was.
 */
export function SideDrawer({
  title,
  onClose,
  size = 'lg',
  children,
}: PropsWithChildren<SideDrawerProps>) {
  const { t } = useTexts(shellTexts);
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

/** A drawer goes away with its part of the page, too soon for Mantine to give the focus back. */
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
