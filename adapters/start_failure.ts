import { WrongDataDir } from './data_folder/data_dir.ts';
import { IntakeNotStarted } from './intake_worker/client.ts';
import { storageErrorCode } from './libsql/storage_error.ts';
import { findPortHolder } from './server/port_holder.ts';

/** The variable that names a port. */
type PortVariable = 'TW_PORT' | 'TW_METRICS_PORT';

/** Nobody can be served at the address that was asked for. */
export class CannotListen extends Error {
  readonly code: string;
  readonly variable: PortVariable;
  constructor(code: string, variable: PortVariable) {
    super(`cannot listen (${code})`);
    this.code = code;
    this.variable = variable;
  }
}

/** Waits for the server that answers requests; what keeps it from listening is told apart from faults of the disk. */
export async function whenListening<T>(opening: Promise<T>, variable: PortVariable = 'TW_PORT'): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const code = storageErrorCode(error);
    throw code === null ? error : new CannotListen(code, variable);
  }
}

/** Where an instance was to run. */
export interface StartPlace {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly dataDir: string;
}

/** Why the start failed, as a sentence; null where it is a bug. */
export function startFailure(error: unknown, { host, port, metricsPort, dataDir }: StartPlace): string | null {
  if (error instanceof WrongDataDir || error instanceof IntakeNotStarted) return error.message;
  if (error instanceof CannotListen) {
    const asked = error.variable === 'TW_PORT' ? port : metricsPort;
    const why = error.code === 'EADDRINUSE' ? `taken by ${holderOf(asked)}` : 'not free for it';
    return `TW_HOST and ${error.variable} must name an address that this process may listen on; ${host} port ${asked} is ${why} (${error.code}).`;
  }
  const code = storageErrorCode(error);
  if (code === null) return null;
  return `TW_DATA_DIR must name a folder that this process can read and write; ${dataDir} is not one (${code}): check its disk, its owner and its permissions.`;
}

function holderOf(port: number | null): string {
  const holder = port === null ? null : findPortHolder(port);
  return holder === null ? 'another program' : `${holder.name} (process ${holder.pid})`;
}
