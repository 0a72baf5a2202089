import { describe, expect, it } from 'vitest';
import { TopicTable } from './topics.ts';

describe('TopicTable', () => {
  it('subscribes again, after a reconnect, what was confirmed and what was pending, but not what was rejected', () => {
    const table = new TopicTable();
    table.add(['a', 'b', 'c', 'd']);
    expect(table.take(3, 1, 0)).toEqual(['a', 'b', 'c']);
    table.confirm('a');
    table.reject('b', 'no such symbol');
    table.restart();
    expect(table.take(10, 2, 0)).toEqual(['a', 'c', 'd']);
    expect(table.rejected.get('b')).toBe('no such symbol');
  });

  it('asks again for topics whose acknowledgement is overdue', () => {
    const table = new TopicTable();
    table.add(['a']);
    table.take(1, 1, 1000);
    expect(table.expire(5999, 5000)).toEqual([]);
    expect(table.expire(6000, 5000)).toEqual(['a']);
    expect(table.take(1, 2, 6000)).toEqual(['a']);
  });

  it('rejects only what a refused request still waits for', () => {
    const table = new TopicTable();
    table.add(['a', 'b']);
    table.take(2, 7, 0);
    table.confirm('a');
    expect(table.refuseRequest(7, 'too many')).toEqual(['b']);
    expect([table.state('a'), table.state('b')]).toEqual(['confirmed', 'rejected']);
  });

  it('asks for the topics of a refused message one by one, until the next connection', () => {
    const table = new TopicTable();
    table.add(['a', 'b', 'c']);
    table.take(2, 1, 0);
    expect(table.refuseRequest(1, 'one of them is wrong')).toEqual(['a', 'b']);
    expect([table.take(9, 2, 0), table.take(9, 3, 0), table.take(9, 4, 0)]).toEqual([['a'], ['b'], ['c']]);
    table.refuseRequest(3, 'no such symbol');
    table.restart();
    expect(table.take(9, 5, 0)).toEqual(['a', 'c']);
  });

  it('ignores answers to requests it never sent', () => {
    const table = new TopicTable();
    table.add(['a']);
    table.confirmRequest(99);
    expect(table.refuseRequest(99, 'x')).toEqual([]);
    expect(table.state('a')).toBe('pending');
  });
});
