import type { HeaderFields } from '../../domain/ports/primary.ts';

/** Fields that are about one connection alone (RFC 9110, 7.6.1), and those that Connection names. */
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);

/** What the way to the primary says anew. What a client says of the way that it came is not handed on. */
const SAID_ANEW: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
]);

/** The fields of a request as the primary gets them; `from`: the address that it was sent from. */
export function fieldsToSend(headers: Headers, from: string): HeaderFields {
  return [
    ...throughFields([...headers]).filter(([name]) => !SAID_ANEW.has(name.toLowerCase())),
    ['X-Forwarded-For', from],
  ];
}

/** The fields of the primary's answer as its client gets them. */
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
