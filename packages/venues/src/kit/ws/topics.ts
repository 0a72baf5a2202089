/** How one topic of a connection stands. Pending and confirmed topics are both subscribed anew after a reconnect; rejected ones are not. */
export type TopicState = 'pending' | 'requested' | 'confirmed' | 'rejected';

/** One subscribe message on its way. */
interface Request {
  readonly topics: readonly string[];
  readonly sentMs: number;
}

/** The topics one connection should carry, and what the venue said to each. Bounded by what the owner adds. */
export class TopicTable {
  private readonly states = new Map<string, TopicState>();
  private readonly requests = new Map<number, Request>();
  private readonly rejections = new Map<string, string>();
  /** Topics of a refused message: each goes alone, so that one bad topic does not hold up the good ones. */
  private readonly alone = new Set<string>();

  /** Adds topics that are not there yet. */
  add(topics: readonly string[]): void {
    for (const topic of topics) if (!this.states.has(topic)) this.states.set(topic, 'pending');
  }

  remove(topic: string): void {
    this.states.delete(topic);
    this.rejections.delete(topic);
  }

  /**
   * Takes up to `count` pending topics and marks them requested under `id`; with `groupOf`, only topics of one group, and topics of
   * a refused message one by one.
   */
  take(count: number, id: number, nowMs: number, groupOf?: (topic: string) => string): string[] {
    const taken: string[] = [];
    let group: string | null = null;
    for (const [topic, state] of this.states) {
      if (taken.length >= count) break;
      if (state !== 'pending') continue;
      if (this.alone.has(topic)) {
        if (taken.length > 0) continue;
        taken.push(topic);
        break;
      }
      if (groupOf !== undefined) {
        group ??= groupOf(topic);
        if (groupOf(topic) !== group) continue;
      }
      taken.push(topic);
    }
    if (taken.length === 0) return taken;
    for (const topic of taken) this.states.set(topic, 'requested');
    this.requests.set(id, { topics: taken, sentMs: nowMs });
    return taken;
  }

  /** Confirms every topic of a request; unknown ids are ignored. */
  confirmRequest(id: number): void {
    const request = this.requests.get(id);
    if (request === undefined) return;
    this.requests.delete(id);
    for (const topic of request.topics) if (this.states.has(topic)) this.states.set(topic, 'confirmed');
  }

  /** Confirms one topic, for venues that acknowledge one by one. */
  confirm(topic: string): void {
    if (this.states.has(topic)) this.states.set(topic, 'confirmed');
  }

  reject(topic: string, why: string): void {
    if (!this.states.has(topic)) return;
    this.states.set(topic, 'rejected');
    this.rejections.set(topic, why);
  }

  /**
   * Takes the venue's refusal of a message and returns the topics it concerns. A topic refused alone is rejected; several are asked
   * for again one by one until the next connection: venues refuse the whole message for one bad topic.
   */
  refuseRequest(id: number, why: string): readonly string[] {
    const request = this.requests.get(id);
    if (request === undefined) return [];
    this.requests.delete(id);
    const refused = request.topics.filter((topic) => this.states.get(topic) === 'requested');
    if (refused.length === 1) this.reject(refused[0]!, why);
    else {
      for (const topic of refused) {
        this.states.set(topic, 'pending');
        this.alone.add(topic);
      }
    }
    return refused;
  }

  /** Puts requested topics whose acknowledgement is overdue back to pending and returns them. */
  expire(nowMs: number, ackTimeoutMs: number): readonly string[] {
    const overdue: string[] = [];
    for (const [id, request] of this.requests) {
      if (nowMs - request.sentMs < ackTimeoutMs) continue;
      this.requests.delete(id);
      for (const topic of request.topics) {
        if (this.states.get(topic) !== 'requested') continue;
        this.states.set(topic, 'pending');
        overdue.push(topic);
      }
    }
    return overdue;
  }

  /** Everything but rejected topics becomes pending: the connection is new. */
  restart(): void {
    this.requests.clear();
    this.alone.clear();
    for (const [topic, state] of this.states) if (state !== 'rejected') this.states.set(topic, 'pending');
  }

  /** Makes one topic pending again; true when the table knows it. */
  renew(topic: string): boolean {
    if (!this.states.has(topic)) return false;
    this.states.set(topic, 'pending');
    this.rejections.delete(topic);
    return true;
  }

  has(topic: string): boolean {
    return this.states.has(topic);
  }

  state(topic: string): TopicState | null {
    return this.states.get(topic) ?? null;
  }

  get size(): number {
    return this.states.size;
  }

  /** Why topics were rejected, by topic. */
  get rejected(): ReadonlyMap<string, string> {
    return this.rejections;
  }

  count(...wanted: readonly TopicState[]): number {
    let sum = 0;
    for (const state of this.states.values()) if (wanted.includes(state)) sum += 1;
    return sum;
  }
}
