import type { LinkTopic, LinkTopics } from '../link/link-contract.ts';

/** Where the engine puts its state for the server: the writing side of the link. */
export interface LinkTarget {
  set<T extends LinkTopic>(topic: T, key: string, value: LinkTopics[T]): void;
  remove(topic: LinkTopic, key: string): void;
}
