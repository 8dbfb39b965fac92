import type { AddonFile } from '../../domain/ports/addon.ts';
import type { CompanionHost, Machine, MachineFiles } from '../../domain/ports/machine.ts';
import type { PlayerTools } from '../job.ts';

export interface CompanionTools {
  readonly player: PlayerTools;
  readonly files: MachineFiles;
  readonly machine: Machine;
  readonly host: CompanionHost;
  /** The recording addon that this program contains. */
  readonly addon: readonly AddonFile[];
  /** The table of contents and the functions of the addon of data. */
  readonly dataAddon: readonly AddonFile[];
  /** The instance that this program comes from, or null if it was built for none. */
  readonly suggested: string | null;
  /** The program and arguments that start the companion without opening its page. */
  readonly command: readonly string[];
}
