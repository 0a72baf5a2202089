import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@riptide/core/kernel';
import { portFault } from './port-fault.ts';

describe('portFault', () => {
  it('names a port that another program holds, and finds it free once that has ended', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve));
    const address = holder.address();
    if (address === null || typeof address === 'string') throw new Error('Invariant: a TCP server has a port');
    expect(await portFault('127.0.0.1', address.port, systemClock())).toBe(
      `PORT: read ${address.port}, allowed: a port of 127.0.0.1 that is free and may be used; stop what uses it or choose another PORT`,
    );
    await new Promise((resolve) => void holder.close(resolve));
    expect(await portFault('127.0.0.1', address.port, systemClock())).toBeNull();
  });
});
