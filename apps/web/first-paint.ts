import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type HtmlTagDescriptor, type IndexHtmlTransformContext, type Plugin } from 'vite';

/** Files that every page needs before it draws anything; named here, they are fetched beside the entry instead of after it. */
const ASKED_AT_ONCE = ['react', 'base'];

/** Files that every page but the gate needs or most do; `first.js` asks for them while the page is painted. */
const APP_FILES = ['rolldown-runtime', 'app-root', 'tanstack', 'widgets', 'panels'];
const FIRST_SCRIPT = 'first.js';

/**
 * Lets the page be painted before anything but itself is there: the styles come after what it starts with, which brings its own, and what
 * every page needs is asked for by the page itself.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const links = html.match(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g) ?? [];
        if (links.length === 0) throw new Error('Invariant: the page has no styles');
        const rest = links.reduce((page, link) => page.replace(link, ''), html);
        return {
          html: rest
            .replace('</noscript>', `</noscript>\n${links.join('').trimEnd()}`)
            .replace('src="/first.js"', `$& data-app="${addresses(bundle, APP_FILES).join(' ')}"`),
          tags: preloads(bundle),
        };
      },
    },
    // Copied as it is otherwise, comments and all, and the gate counts every byte.
    async writeBundle({ dir = 'dist' }) {
      const file = join(dir, FIRST_SCRIPT);
      const { code } = await minify(FIRST_SCRIPT, await readFile(file, 'utf8'));
      await writeFile(file, code);
    },
  };
}

function preloads(bundle: IndexHtmlTransformContext['bundle']): HtmlTagDescriptor[] {
  const files = Object.values(bundle ?? {});
  const chunks = addresses(bundle, ASKED_AT_ONCE).map((href) => link({ rel: 'modulepreload', href }));
  const fonts = files
    .filter(({ fileName }) => fileName.endsWith('.woff2'))
    .map(({ fileName }) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}` }));
  return [...chunks, ...fonts];
}

/** Where the named files of a build are asked for. */
function addresses(bundle: IndexHtmlTransformContext['bundle'], names: readonly string[]): string[] {
  const files = Object.values(bundle ?? {});
  return names.map((name) => {
    const chunk = files.find((file) => file.type === 'chunk' && file.name === name);
    if (chunk === undefined) throw new Error(`Invariant: no file of the build is named ${name}`);
    return `/${chunk.fileName}`;
  });
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' };
}
