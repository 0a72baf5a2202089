import { useEffect, type ComponentProps } from 'react';
import { cn } from './cn.ts';

/**
 * Covers the page under a dialog: it takes what is pressed outside, and the page behind stands still.
 *
 * The library's own overlay locks scrolling by custom properties of the body, which every element inherits: opening and closing a dialog
 * each computed the styles of the whole page anew.
 */
export function Veil({ className, ...rest }: ComponentProps<'div'>) {
  useEffect(holdScrolling, []);
  return <div {...rest} className={cn('fixed inset-0 bg-[rgb(4_6_10/0.6)]', className)} />;
}

let holders = 0;

function holdScrolling(): () => void {
  const { style, clientWidth } = document.documentElement;
  holders += 1;
  // Where the bar takes room, the room stays when the bar goes, or the page would become wider.
  if (holders === 1 && window.innerWidth > clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => {
    holders -= 1;
    if (holders > 0) return;
    style.overflow = '';
    style.scrollbarGutter = '';
  };
}
