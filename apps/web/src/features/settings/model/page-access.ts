export interface AccessFacts {
  readonly protocol: string;
  readonly hostname: string;
}

export interface AccessHint {
  readonly tone: 'ok' | 'warn' | 'danger';
  readonly title: string;
  readonly text: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Judges the way this browser reached the product: encrypted, on the same machine, or open to who listens. */
export function judgeAccess({ protocol, hostname }: AccessFacts): AccessHint {
  if (protocol === 'https:') {
    return {
      tone: 'ok',
      title: 'Encrypted (TLS)',
      text: 'Password, cookie and figures can not be read on the way.',
    };
  }
  if (LOOPBACK.test(hostname)) {
    return {
      tone: 'ok',
      title: 'This machine only',
      text: 'Opened over loopback, so nothing leaves the machine. From elsewhere use an SSH tunnel or TLS: CERT_FILE and KEY_FILE.',
    };
  }
  return {
    tone: 'danger',
    title: 'Not encrypted',
    text: `The gate password crosses the network to ${hostname} in plain text. Set CERT_FILE and KEY_FILE, put a proxy with TLS in front, or use an SSH tunnel.`,
  };
}
