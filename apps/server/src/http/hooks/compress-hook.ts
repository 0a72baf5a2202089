import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../../config/config.ts';

/** Below it an answer fits into a few packets and compressing saves nothing that anybody notices. */
export const COMPRESSED_FROM_BYTES = 8_192;
/** Gives most of what can be won in a third of the time that the usual level takes. */
const LEVEL = 1;
const TAKES_GZIP = /(?:^|,)\s*gzip\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)/i;

/**
 * Compresses long answers to whoever asks from another machine and takes it; through loopback it would cost and win nothing. Streams of events,
 * downloads and files are no texts here and stay as they are.
 */
export function addCompressHook(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < COMPRESSED_FROM_BYTES || !isWanted(request)) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length');
    return gzipSync(payload, { level: LEVEL });
  });
}

function isWanted({ ip, headers }: FastifyRequest): boolean {
  if (isLoopbackHost(ip.replace(/^::ffff:/, ''))) return false;
  const { 'accept-encoding': accepted } = headers;
  return typeof accepted === 'string' && TAKES_GZIP.test(accepted);
}
