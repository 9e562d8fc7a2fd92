import { useEffect, useRef } from 'react';

export interface CardKeys {
  readonly count: number;
  /** Brings a card onto the screen. */
  readonly show: (index: number) => void;
  readonly onOpen: (index: number) => void;
}

/** Where keys mean something else: letters are written, space presses. */
const takesKeys = 'input, textarea, select, [contenteditable], [role="dialog"], [role="option"]';
const pressable = 'button, a[href], video';

/** j and k move between the cards, Enter opens, space plays. */
export function useCardKeys(keys: CardKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest(takesKeys) !== null) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (act(event, latest.current)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether the key meant something. */
function act({ key, target }: KeyboardEvent, { count, show, onOpen }: CardKeys): boolean {
  const card = document.activeElement?.closest('article[aria-posinset]') ?? null;
  const index = card === null ? -1 : Number(card.getAttribute('aria-posinset')) - 1;
  if (key === 'j' || key === 'k') {
    const next = Math.min(Math.max(index + (key === 'j' ? 1 : -1), 0), count - 1);
    if (next >= 0) focusCard(next, show);
    return true;
  }
  const isOnButton = target instanceof Element && target.closest(pressable) !== null;
  if (card === null || isOnButton) return false;
  if (key === 'Enter') onOpen(index);
  else if (key === ' ') togglePlay(card.querySelector('video'));
  else return false;
  return true;
}

/** A card that is not on the screen exists only after the list has moved there. */
function focusCard(index: number, show: (index: number) => void): void {
  show(index);
  let tries = 30;
  const attempt = (): void => {
    const card = document.querySelector<HTMLElement>(`article[aria-posinset="${index + 1}"]`);
    tries -= 1;
    if (card === null && tries > 0) requestAnimationFrame(attempt);
    card?.focus();
  };
  attempt();
}

function togglePlay(video: HTMLVideoElement | null): void {
  if (video === null) return;
  if (video.paused) void video.play();
  else video.pause();
}
