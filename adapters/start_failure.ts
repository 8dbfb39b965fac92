import { WrongDataDir } from './data_folder/data_dir.ts';
import { IntakeNotStarted } from './intake_worker/client.ts';
import { storageErrorCode } from './libsql/storage_error.ts';
import { findPortHolder } from './server/port_holder.ts';

/** An environment variable that sets a port. */
type PortVariable = 'TW_PORT' | 'TW_METRICS_PORT';

/** Thrown if the instance cannot listen at the configured address. */
export class CannotListen extends Error {
  readonly code: string;
  readonly variable: PortVariable;
  constructor(code: string, variable: PortVariable) {
    super(`cannot listen (${code})`);
    this.code = code;
    this.variable = variable;
  }
}

/** Waits until a server listens. Throws `CannotListen` for its errors, whose codes look like disk error codes. */
export async function whenListening<T>(opening: Promise<T>, variable: PortVariable = 'TW_PORT'): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const code = storageErrorCode(error);
    throw code === null ? error : new CannotListen(code, variable);
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
  if (error instanceof WrongDataDir || error instanceof IntakeNotStarted) return error.message;
  if (error instanceof CannotListen) {
    const wanted = error.variable === 'TW_PORT' ? port : metricsPort;
    const reason = error.code === 'EADDRINUSE' ? `is used by ${describeHolder(wanted)}` : 'is not available';
    return `TW_HOST and ${error.variable} must name an address that this process may listen on; ${host} port ${wanted} ${reason} (${error.code}).`;
  }
  const code = storageErrorCode(error);
  if (code === null) return null;
  return `TW_DATA_DIR must name a folder that this process can read and write; ${dataDir} cannot be used (${code}): check its disk, owner and permissions.`;
}

function describeHolder(port: number | null): string {
  const holder = port === null ? null : findPortHolder(port);
  return holder === null ? 'another program' : `${holder.name} (process ${holder.pid})`;
}
