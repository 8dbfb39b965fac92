import { WrongDataDir } from './data_folder/data_dir.ts';
import { IntakeNotStarted } from './intake_worker/client.ts';
import { storageFault } from './libsql/storage_error.ts';

/** Nobody can be served at the address that was asked for. */
export class CannotListen extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`cannot listen (${code})`);
    this.code = code;
  }
}

/** Waits for the server that answers requests; what keeps it from listening is told apart from faults of the disk. */
export const whenListening = async <T>(opening: Promise<T>): Promise<T> => {
  try {
    return await opening;
  } catch (error) {
    const code = storageFault(error);
    throw code === null ? error : new CannotListen(code);
  }
};

/** Where an instance was to run. */
export interface StartPlace {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
}

/** Why the start failed, as a sentence; null where it is a bug. */
export const startFailure = (error: unknown, { host, port, dataDir }: StartPlace): string | null => {
  if (error instanceof WrongDataDir || error instanceof IntakeNotStarted) return error.message;
  if (error instanceof CannotListen) {
    return `TW_HOST and TW_PORT must name an address that this process may listen on; ${host} port ${port} is not free for it (${error.code}).`;
  }
  const code = storageFault(error);
  if (code === null) return null;
  return `TW_DATA_DIR must name a folder that this process can read and write; ${dataDir} is not one (${code}): check its disk, its owner and its permissions.`;
};
