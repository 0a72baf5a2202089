/** Name of the page's first script without its folder, e.g. `index-B2x9Qa1c.js`. */
const HASHED = /-([\w-]{8})\.js$/;

/** Gives the hash of the page's own build, which the name of its first script carries; `development` while there is none. */
export function buildId(): string {
  const sources = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(({ src }) => src);
  return sources.flatMap((src) => HASHED.exec(src)?.[1] ?? [])[0] ?? 'development';
}
