import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import type { Log } from '../domain/ports/log.ts';
import { QUOTE_CHARS_MAX } from '../domain/values/quoted.ts';
import { err, type Result } from '../domain/values/result.ts';
import { readFileId } from './data_folder/file_number.ts';
import { parseJson, readFaultCode } from './read_if_exists.ts';

/**
 * The running instance's reply to a command. Commands are sent through a Unix socket in the data folder that only the
 * folder's owner may open. A request is one line of JSON such as `{"command":"refresh","args":null}`. A reply is one
 * line such as `{"ok":true,"value":…}` or `{"ok":false,"error":"…"}`.
 */
export type Reply = Result<unknown, string>;

/** Runs one command. The handler must validate its arguments. The error is a sentence for the operator. */
export type CommandHandler = (args: unknown) => Promise<Reply>;

export interface InstanceSocket {
  /** Starts listening again if the socket's file was deleted or replaced, unless `close` was called. */
  keep(): Promise<void>;
  /** Waits until running commands have been answered, then removes the socket. */
  close(): Promise<void>;
}

/** Maximum length of a request or reply, in bytes. */
const LINE_BYTES_MAX = 65_536;
/** Idle timeout of a connection without a running command. Also the default timeout for a reply. */
const IDLE_WAIT_MS = 30_000;

/**
 * Listens for commands. Only the holder of the uploads lock may call this function, because it removes a socket file
 * left behind by a dead instance. `requireFolder` throws if the data folder was replaced.
 */
export async function serveInstance(
  path: string,
  handlers: Readonly<Record<string, CommandHandler>>,
  log: Log,
  requireFolder = (): void => {},
): Promise<InstanceSocket> {
  const sockets = new Set<Socket>();
  const pendingReplies = new Set<Promise<void>>();
  const attend = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('error', () => socket.destroy());
    // A command may take longer than the idle timeout. For example, an erasure waits for readers.
    let runningCommands = 0;
    socket.setTimeout(IDLE_WAIT_MS, () => runningCommands === 0 && socket.destroy());
    readEachLine(socket, (line) => {
      runningCommands++;
      const pending = answerLine(line, handlers, log).then((reply) => writeLine(socket, reply));
      pendingReplies.add(pending);
      pending.finally(() => {
        runningCommands--;
        pendingReplies.delete(pending);
      });
    });
  };
  let listening = await listenAtPath(path, attend);
  let isClosed = false;
  let lastCheck = Promise.resolve();
  const relistenIfLost = async (): Promise<void> => {
    if (isClosed || listening.holds()) return;
    requireFolder();
    // This call neither cuts off open connections nor waits for them to end.
    listening.server.close();
    listening = await listenAtPath(path, attend);
  };
  return {
    keep: () => {
      const check = lastCheck.then(relistenIfLost);
      lastCheck = check.catch(() => {});
      return check;
    },
    close: async () => {
      isClosed = true;
      await lastCheck;
      const { server, holds } = listening;
      const isOurs = holds();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(pendingReplies);
      for (const socket of sockets) socket.destroySoon();
      await closed;
      if (isOurs) await rm(path, { force: true });
    },
  };
}

async function listenAtPath(path: string, attend: (socket: Socket) => void) {
  rmSync(path, { force: true });
  const server = createServer(attend);
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  const file = readFileId(path);
  return { server, holds: (): boolean => readFileId(path) === file };
}

/** Sends a command to the running instance, if one is listening. `waitMs` is the timeout for the reply. */
export async function askInstance(
  path: string,
  command: string,
  args: unknown,
  waitMs = IDLE_WAIT_MS,
): Promise<{ readonly reached: true; readonly reply: Reply } | { readonly reached: false }> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    socket.destroy();
    if (NOT_LISTENING_CODES.has(readFaultCode(error))) return { reached: false };
    throw error;
  }
  const reply = new Promise<Reply>((resolve) => {
    socket.setTimeout(waitMs, () => resolve(err('The running instance did not answer in time.')));
    socket.once('error', () => resolve(CONNECTION_LOST));
    socket.once('close', () => resolve(CONNECTION_LOST));
    readEachLine(socket, (line) => resolve(parseReply(line)));
  });
  writeLine(socket, { command, args });
  try {
    return { reached: true, reply: await reply };
  } finally {
    socket.destroy();
  }
}

const NOT_LISTENING_CODES = new Set(['ENOENT', 'ECONNREFUSED']);
const CONNECTION_LOST: Reply = err('The running instance closed the connection before it answered.');

function writeLine(socket: Socket, message: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Splits the received data into lines. A line that is too long ends the connection. */
function readEachLine(socket: Socket, onLine: (line: string) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const end = rest.indexOf(NEWLINE);
      if ((end < 0 ? rest.length : end) > LINE_BYTES_MAX) return refuseLine(socket);
      if (end < 0) return;
      const line = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      onLine(line);
    }
  });
}

const NEWLINE = 10;

function refuseLine(socket: Socket): void {
  socket.removeAllListeners('data');
  writeLine(socket, err(`A message must be a line of at most ${LINE_BYTES_MAX} bytes; got a longer one.`));
  socket.destroySoon();
}

async function answerLine(line: string, handlers: Readonly<Record<string, CommandHandler>>, log: Log): Promise<Reply> {
  const request = parseObject(line);
  const command = request?.['command'];
  if (typeof command !== 'string') return err('A message must be a JSON object with a "command"; got other text.');
  const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined;
  if (handler === undefined) {
    return err(
      `The command must be one of ${Object.keys(handlers).join(', ')}; got ${JSON.stringify(command.slice(0, QUOTE_CHARS_MAX))}.`,
    );
  }
  try {
    return await handler(request?.['args']);
  } catch (error) {
    log.error('instance.command_failed', { command }, error);
    return err('The command failed in the running instance; its log says where.');
  }
}

function parseReply(line: string): Reply {
  const reply = parseObject(line);
  if (reply?.['ok'] === true) return { ok: true, value: reply['value'] };
  if (reply?.['ok'] === false && typeof reply['error'] === 'string') return err(reply['error']);
  return err('The running instance gave an answer that this release does not understand.');
}

function parseObject(line: string): Record<string, unknown> | null {
  const message = parseJson(line);
  return typeof message === 'object' ? (message as Record<string, unknown> | null) : null;
}
