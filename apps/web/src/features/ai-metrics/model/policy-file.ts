export interface PolicyFile {
  readonly name: string;
  readonly policy: Record<string, unknown>;
}

/** Reads an exported policy; what is wrong with it in words where it is none. The server checks what is in it. */
export function readPolicy(name: string, text: string): PolicyFile | string {
  try {
    const policy = JSON.parse(text) as unknown;
    if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) return `${name} holds no policy.`;
    return { name, policy: policy as Record<string, unknown> };
  } catch (e) {
    return `${name} can not be read: ${e instanceof Error ? e.message : String(e)}`;
  }
}
