/** Names of arms as the engine builds them: way, distance, target x stop, kind of order. */
const ARM_NAME = /^(fade|follow)-(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)-(post|ioc)$/;

/** Shortens the name of an arm for a chart, e.g. `fade 10 · 25/50 ioc`; an unknown name stays as it is. */
export function armLabel(arm: string): string {
  const [, way, offset, target, stop, order] = ARM_NAME.exec(arm) ?? [];
  return way === undefined ? arm : `${way} ${offset} · ${target}/${stop} ${order}`;
}

/** Says what an arm does, for a tooltip; an unknown name stays as it is. */
export function armWords(arm: string): string {
  const [, way, offset, target, stop, order] = ARM_NAME.exec(arm) ?? [];
  if (way === undefined) return arm;
  const how = order === 'post' ? 'a resting post-only order' : 'an order that fills at once or not at all';
  return `${way} the move ${offset} bps away with ${how}, target ${target} bps, stop ${stop} bps`;
}
