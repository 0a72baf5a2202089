import { createContext, useContext, useEffect } from 'react';

/** Takes whether a form of the page holds what is not saved. */
const UnsavedContext = createContext<(name: string, isUnsaved: boolean) => void>(() => {});

export const UnsavedProvider = UnsavedContext.Provider;

/** Tells the page that this form holds what is not saved, until it is saved or gone. */
export function useUnsaved(name: string, isUnsaved: boolean): void {
  const tell = useContext(UnsavedContext);
  useEffect(() => {
    tell(name, isUnsaved);
    return () => tell(name, false);
  }, [tell, name, isUnsaved]);
}
