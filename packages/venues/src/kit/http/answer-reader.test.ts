import { describe, expect, it } from 'vitest';
import { AnswerReader, type WholeAnswer } from './answer-reader.ts';

/** Feeds the text in pieces of `size` bytes; the answer, how much of the text it took, or null. */
function read(text: string, size: number, bytesMax = 1_000): WholeAnswer | null {
  const reader = new AnswerReader(bytesMax);
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; at += size) {
    const answer = reader.feed(bytes.subarray(at, at + size));
    if (answer !== null) return answer;
  }
  return reader.end();
}

const LENGTH = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-Used: 7\r\nRetry-After: 2\r\n\r\n{"a":"ü"}';
const CHUNKED =
  'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n4;x=1\r\n{"a"\r\n6\r\n:"ü"}\r\n0\r\nTrailer: 1\r\n\r\n';

describe('AnswerReader', () => {
  it.each([1, 2, 3, 7, 1_000])('reads the same from pieces of %i bytes', (size) => {
    expect(read(LENGTH, size)).toMatchObject({
      status: 200,
      text: '{"a":"ü"}',
      isReusable: true,
      headers: { 'x-used': '7', 'retry-after': '2' },
    });
    expect(read(CHUNKED, size)).toMatchObject({ status: 400, text: '{"a":"ü"}', isReusable: true });
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${LENGTH}`, size)).toMatchObject({ status: 200, text: '{"a":"ü"}' });
    expect(read('HTTP/1.1 204 No Content\r\n\r\n', size)).toMatchObject({ status: 204, text: '', isReusable: true });
    expect(read('HTTP/1.1 200 OK\r\n\r\n{"a":1}', size)).toMatchObject({ text: '{"a":1}', isReusable: false });
  });

  it('says that a connection must not be used again', () => {
    expect(read('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}', 9)?.isReusable).toBe(false);
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200', 99)?.isReusable).toBe(false);
  });

  it('gives no text of a body over the bound, and ends all the same', () => {
    expect(read(LENGTH, 3, 9)).toMatchObject({ status: 200, text: null });
    expect(read(LENGTH, 3, 10)).toMatchObject({ text: '{"a":"ü"}' });
  });

  it('keeps both values of a header that came twice', () => {
    const answer = read('HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie: b\r\nContent-Length: 0\r\n\r\n', 5);
    expect(answer?.headers['set-cookie']).toEqual(['a', 'b']);
  });

  it.each([
    'HTTP/1.0 200 OK\r\n\r\n',
    'SSH-2.0-x\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno header\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ])('throws for what is no answer it knows: %j', (text) => {
    expect(() => read(text, 1_000)).toThrow(RangeError);
  });

  it('is not whole while bytes are missing', () => {
    expect(read(LENGTH.slice(0, -1), 7)).toBeNull();
    expect(read(CHUNKED.slice(0, -2), 7)).toBeNull();
  });
});
