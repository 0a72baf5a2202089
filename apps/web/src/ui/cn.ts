import { clsx, type ClassValue } from 'clsx';

/** Joins class names; components are built so that no two of them set the same property. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
