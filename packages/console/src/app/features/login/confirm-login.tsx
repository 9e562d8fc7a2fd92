import { useEffect, useSyncExternalStore } from 'react';
import type { LoginConfirmation } from '../../session/login-confirmation.ts';
import { LazyPart } from '../../shell/lazy-part.tsx';

const loadDialog = async () => (await import('./confirm-dialog.tsx')).ConfirmDialog;

/** Asks for the password while requests wait for it. Render it before anything that listens to the keyboard. */
export function ConfirmLogin({ confirmation }: { readonly confirmation: LoginConfirmation }) {
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked);
  useCancelKey(confirmation);
  if (!isAsked) return null;
  return <LazyPart name="confirm-login" load={loadDialog} props={{ confirmation }} />;
}

/** Escape closes only this dialog: the dialog below it may contain unsent input. */
function useCancelKey(confirmation: LoginConfirmation): void {
  useEffect(() => {
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || !confirmation.isAsked()) return;
      event.stopImmediatePropagation();
      confirmation.response(false);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [confirmation]);
}
