import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { WrongDataDir } from './data_folder/data_dir.ts';
import { IntakeStartError } from './intake_worker/client.ts';
import { readStorageCode } from './libsql/storage_error.ts';

type PortVariable = 'TW_PORT' | 'TW_METRICS_PORT';

/** Thrown if the instance cannot listen at the configured address. */
export class ListenError extends Error {
  readonly code: string;
  readonly variable: PortVariable;
  constructor(code: string, variable: PortVariable) {
    super(`cannot listen (${code})`);
    this.code = code;
    this.variable = variable;
  }
}

/**
 * Waits until a server is listening. Converts errors to `ListenError`, because their codes look like disk error codes.
 */
export async function waitUntilListening<T>(opening: Promise<T>, variable: PortVariable = 'TW_PORT'): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const code = readStorageCode(error);
    throw code === null ? error : new ListenError(code, variable);
  }
}

/** Configured addresses and data folder of an instance that failed to start. */
export interface StartAddress {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly dataDir: string;
}

/** Returns a sentence that explains why the start failed, or null if the error is a bug. */
export function describeStartFailure(
  error: unknown,
  { host, port, metricsPort, dataDir }: StartAddress,
): string | null {
  if (error instanceof WrongDataDir || error instanceof IntakeStartError) return error.message;
  if (error instanceof ListenError) {
    const wanted = error.variable === 'TW_PORT' ? port : metricsPort;
    const reason = error.code === 'EADDRINUSE' ? `is used by ${describePortHolder(wanted)}` : 'is not available';
    return `TW_HOST and ${error.variable} must name an address that this process may listen on; ${host} port ${wanted} ${reason} (${error.code}).`;
  }
  const code = readStorageCode(error);
  if (code === null) return null;
  return `TW_DATA_DIR must name a folder that this process can read and write; ${dataDir} cannot be used (${code}): check its disk, owner and permissions.`;
}

function describePortHolder(port: number | null): string {
  const holder = port === null ? null : findPortHolder(port);
  return holder === null ? 'another program' : `${holder.name} (process ${holder.pid})`;
}

/** A process listening on a port. */
export interface PortHolder {
  readonly pid: number;
  readonly name: string;
}

/**
 * Finds the process on this machine listening on a TCP port. Returns null if the system does not reveal it, either
 * because there is no /proc or because the process belongs to another user. `proc` is the folder to search.
 */
export function findPortHolder(port: number, proc = '/proc'): PortHolder | null {
  const sockets = new Set(['tcp', 'tcp6'].flatMap((table) => findListeningSockets(`${proc}/net/${table}`, port)));
  if (sockets.size === 0) return null;
  const pids = listFolder(proc).filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => {
    const folder = `${proc}/${one}/fd`;
    return listFolder(folder).some((fd) => sockets.has(readOrNull(() => readlinkSync(`${folder}/${fd}`)) ?? ''));
  });
  return pid === undefined ? null : { pid: Number(pid), name: readProgramName(`${proc}/${pid}`) };
}

/** The state of a listening socket in the tables of /proc/net. */
const LISTENING_STATE = '0A';

/** Returns the sockets listening on a port, in the form used by the links of file descriptors. */
function findListeningSockets(table: string, port: number): readonly string[] {
  const [, ...lines] = (readOrNull(() => readFileSync(table, 'utf8')) ?? '').split('\n');
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(ending) && state === LISTENING_STATE)
    .map((columns) => `socket:[${columns[9]}]`);
}

/** Returns the program's name. Omits its arguments, which may contain secrets. */
function readProgramName(folder: string): string {
  const [program = ''] = (readOrNull(() => readFileSync(`${folder}/cmdline`, 'utf8')) ?? '').split('\0');
  const name = basename(program) || (readOrNull(() => readFileSync(`${folder}/comm`, 'utf8'))?.trim() ?? '');
  return name.replace(/[^\w.+-]/g, '') || 'a program';
}

function listFolder(folder: string): readonly string[] {
  return readOrNull(() => readdirSync(folder)) ?? [];
}

/** Returns null on errors, since processes may end while they are inspected. */
function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
