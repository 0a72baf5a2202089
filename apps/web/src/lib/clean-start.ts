const CLEANED_KEY = 'riptide.cleaned';

/** Removes service workers and caches of this origin, once per version, so that no old page is ever served. */
export async function cleanStart(version: string): Promise<void> {
  if (localStorage.getItem(CLEANED_KEY) === version) return;
  const workers = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistrations() : [];
  const names = 'caches' in window ? await caches.keys() : [];
  await Promise.all([...workers.map((worker) => worker.unregister()), ...names.map((name) => caches.delete(name))]);
  localStorage.setItem(CLEANED_KEY, version);
}
