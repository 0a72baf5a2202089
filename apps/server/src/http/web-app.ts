import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseUnmatched, type AllowedMethods } from './allowed-methods.ts';
import { isApiPath, pathOf } from './hooks/gate-hook.ts';

/** Paths the header menu of older clients links to. */
const MOVED = { '/settings': '/app/settings', '/api-keys': '/app/api-keys' } as const;

/**
 * Serves the built web app: hashed assets for ever, the page itself always fresh, every other path of a browser gets the page.
 * Without a build only the API answers. Answers of the API are never compressed: their usual reader
 * is on the same machine, and what holds a secret beside something reflected must not be.
 */
export async function addWebApp(app: FastifyInstance, webRoot: string, allowed: AllowedMethods): Promise<void> {
  for (const [from, to] of Object.entries(MOVED)) {
    app.get(from, { schema: { hide: true } }, (request, reply) => {
      const query = request.url.indexOf('?');
      return reply.redirect(query < 0 ? to : to + request.url.slice(query), 302);
    });
  }
  const hasApp = existsSync(join(webRoot, 'index.html'));
  if (hasApp) {
    await app.register(fastifyStatic, {
      root: webRoot,
      wildcard: true,
      // The build made a `.br` and a `.gz` of what is worth it; nothing is compressed while somebody waits.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', isHashedAsset(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (!hasApp || !isPageRequest(request)) return refuseUnmatched(request, reply, allowed);
    return sendPage(reply);
  });
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('cache-control', 'no-cache').sendFile('index.html');
}

function isHashedAsset(path: string): boolean {
  return /[\\/]assets[\\/]/.test(path);
}

/** Returns true for what a browser opens as a page: not the API, not a file. */
function isPageRequest(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    !isApiPath(path) &&
    !path.startsWith('/assets/') &&
    !/\.[a-z0-9]{1,8}$/i.test(path)
  );
}
