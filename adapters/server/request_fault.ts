import type { IncomingMessage } from 'node:http';

/**
 * Why a request is refused before anyone looks at what it asks for: it makes no URL, or a proxy in front may read it
 * otherwise than we do, and two readings of one request are how others' requests are smuggled in. Node itself refuses
 * two lengths, a length beside chunks, and codings that do not end in chunks.
 */
export type RequestFault = 'no-url' | 'many-hosts' | 'transfer-coding';

/** What is wrong with the fields of a request; null: nothing. */
export function faultOf({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): RequestFault | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return 'many-hosts';
  const coding = headers['transfer-encoding'];
  // A body that is packed on its way would be taken for what it is not.
  return coding === undefined || /^[ \t]*chunked[ \t]*$/i.test(coding) ? null : 'transfer-coding';
}
