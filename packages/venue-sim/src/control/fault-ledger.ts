import type { Venue } from '@riptide/core/domain';
import type { ArmedFault } from '../armed-fault.ts';
import type { JsonObject } from './control-answer.ts';

/** What came of a fault: it waits for its chances, it holds until healed, or it happened at once. */
export type FaultEffect =
  | { readonly kind: 'armed'; readonly armed: ArmedFault }
  | { readonly kind: 'in-force' }
  | { readonly kind: 'done'; readonly touched: number };

interface FaultEntry {
  readonly id: number;
  readonly venue: Venue;
  readonly fault: string;
  /** As they were read, defaults included. */
  readonly fields: JsonObject;
  readonly wireSymbol: string | null;
  readonly atMs: number;
  readonly effect: FaultEffect;
}

/** Faults remembered at once. The oldest that can strike no more makes room; when all still can, no more are taken. */
const ENTRIES_MAX = 2_000;

/** Every fault that was armed through the control API since the last healing, and how it fares. */
export class FaultLedger {
  private entries: FaultEntry[] = [];
  private lastId = 0;

  /** Returns whether another fault can be kept; makes room where it may. */
  hasRoom(more: number): boolean {
    while (this.entries.length + more > ENTRIES_MAX) {
      const spent = this.entries.findIndex(({ effect }) => !canStrike(effect));
      if (spent < 0) return false;
      this.entries.splice(spent, 1);
    }
    return true;
  }

  /** Keeps a fault and returns its row. */
  add(entry: Omit<FaultEntry, 'id'>): JsonObject {
    this.lastId += 1;
    const made = { ...entry, id: this.lastId };
    this.entries.push(made);
    return rowOf(made);
  }

  /** Newest first. */
  rows(): readonly JsonObject[] {
    return this.entries.toReversed().map(rowOf);
  }

  /** Forgets everything; returns how each stood, newest first. */
  clear(): readonly JsonObject[] {
    const rows = this.rows();
    this.entries = [];
    return rows;
  }
}

function canStrike(effect: FaultEffect): boolean {
  return effect.kind === 'in-force' || (effect.kind === 'armed' && effect.armed.left > 0);
}

function rowOf({ id, venue, fault, fields, wireSymbol, atMs, effect }: FaultEntry): JsonObject {
  return { id, venue, kind: fault, fields, wire_symbol: wireSymbol, at_ms: atMs, ...stateOf(effect) };
}

function stateOf(effect: FaultEffect): JsonObject {
  switch (effect.kind) {
    case 'armed': {
      const { fired, left } = effect.armed;
      return { state: left > 0 ? 'armed' : 'spent', fired, left: Number.isFinite(left) ? left : 'always' };
    }
    case 'in-force':
      return { state: 'in_force', fired: null, left: null };
    case 'done':
      return { state: 'done', fired: effect.touched, left: 0 };
    default:
      throw new Error(`Invariant: unknown effect ${JSON.stringify(effect)}`);
  }
}
