import type { IncomingMessage } from 'node:http';

/**
 * Reasons to refuse a request before it is routed: its target is not a URL, or a proxy in front may parse it
 * differently, which would allow request smuggling. Node itself refuses duplicate lengths, a length with chunked
 * coding, and codings that do not end in chunked.
 */
export type RequestFault = 'no-url' | 'many-hosts' | 'transfer-coding';

/** Returns the fault in the header fields of a request, or null. */
export function faultOf({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): RequestFault | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return 'many-hosts';
  const coding = headers['transfer-encoding'];
  // A compressed transfer coding is not decoded here, so the body would be misread.
  return coding === undefined || /^[ \t]*chunked[ \t]*$/i.test(coding) ? null : 'transfer-coding';
}
