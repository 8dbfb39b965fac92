import type { HeaderFields } from '../../domain/ports/primary.ts';

/** Hop-by-hop header fields, which apply to one connection only (RFC 9110, 7.6.1). Connection may name more. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/**
 * Header fields that we set ourselves for the connection to the primary, and header fields about the client's route to
 * us.
 */
const REPLACED: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
]);

/** Returns the header fields to send to the primary. `from` is the address of the client. */
export function fieldsToSend(headers: Headers, from: string): HeaderFields {
  return [
    ...throughFields([...headers]).filter(([name]) => !REPLACED.has(name.toLowerCase())),
    ['X-Forwarded-For', from],
  ];
}

/** Returns the header fields of the primary's answer to send to the client. */
export function fieldsOfAnswer(fields: HeaderFields): Headers {
  const headers = new Headers();
  for (const [name, value] of throughFields(fields)) headers.append(name, value);
  return headers;
}

function throughFields(fields: HeaderFields): HeaderFields {
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    );
  return fields.filter(([name]) => {
    const lower = name.toLowerCase();
    return !OF_ONE_CONNECTION.has(lower) && !named.includes(lower);
  });
}
