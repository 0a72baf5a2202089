import { BroadcastChannel } from 'node:worker_threads';
import type { Instrument, Venue } from '@riptide/core/domain';
import type { FrameBatch } from './frame-recorder.ts';

/** What the thread with the sockets tells the one that writes. */
export type FromSockets =
  | { readonly kind: 'ready'; readonly instruments: readonly Instrument[] }
  | { readonly kind: 'frames'; readonly batch: FrameBatch };

/** What the thread that writes tells the one with the sockets. */
export type ToSockets =
  /** Answered by `ready`. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'record'; readonly isOn: boolean }
  | { readonly kind: 'books'; readonly venue: Venue }
  | { readonly kind: 'taken'; readonly venue: Venue };

/** One end of the line between the two threads. Either end may come and go. */
export interface RecordingLine<Out> {
  send(message: Out): void;
  close(): void;
}

/**
 * Opens an end of the line. It is apart from the trading protocol of the two threads: a recording must neither wait for that nor hold
 * it up. It keeps no process alive.
 */
export function openRecordingLine<Out>(
  onMessage: (message: unknown) => void,
  name = 'riptide-recording',
): RecordingLine<Out> {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event) => onMessage((event as unknown as { readonly data: unknown }).data));
  channel.unref();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a channel of threads has no origin
    send: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
