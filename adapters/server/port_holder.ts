import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A process that listens on a port. */
export interface PortHolder {
  readonly pid: number;
  /** The name of its program. */
  readonly name: string;
}

/**
 * Finds the process on this machine that listens on a TCP port. Returns null if the system does not reveal it: without
 * /proc, or for processes of other users. `proc` is the folder to search.
 */
export function findPortHolder(port: number, proc = '/proc'): PortHolder | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => listeningSockets(`${proc}/net/${table}`, port)));
  if (sockets.size === 0) return null;
  const pids = listed(proc).filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => {
    const folder = `${proc}/${one}/fd`;
    return listed(folder).some((fd) => sockets.has(attempt(() => readlinkSync(`${folder}/${fd}`)) ?? ''));
  });
  return pid === undefined ? null : { pid: Number(pid), name: programName(`${proc}/${pid}`) };
}

/** The state of a listening socket in the tables of /proc/net. */
const LISTENS = '0A';

/** Returns the sockets that listen on a port, in the form that file descriptors link to. */
function listeningSockets(table: string, port: number): readonly string[] {
  const [, ...lines] = (attempt(() => readFileSync(table, 'utf8')) ?? '').split('\n');
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(ending) && state === LISTENS)
    .map((columns) => `socket:[${columns[9]}]`);
}

/** Returns the program's name without arguments, which may contain secrets. */
function programName(folder: string): string {
  const [program = ''] = (attempt(() => readFileSync(`${folder}/cmdline`, 'utf8')) ?? '').split('\0');
  const name = basename(program) || (attempt(() => readFileSync(`${folder}/comm`, 'utf8'))?.trim() ?? '');
  return name.replace(/[^\w.+-]/g, '') || 'a program';
}

function listed(folder: string): readonly string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

/** Returns null on errors, since processes may end while they are inspected. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
