import process from 'node:process';
import { isSea } from 'node:sea';
import { createCommandLine } from '../adapters/command_line.ts';
import { serveLocalPage } from '../adapters/companion/local_page.ts';
import {
  createCompanionHost,
  findRunningPage,
  locateSettingsFolder,
  machineFiles,
  openInBrowser,
  readMachine,
  storePageAddress,
} from '../adapters/companion/machine.ts';
import { createPlayerTools } from '../adapters/uploader/player_tools.ts';
import type { AddonFile } from '../domain/ports/addon.ts';
import { DATA_ADDON } from '../domain/ports/data_addon.ts';
import { err } from '../domain/values/result.ts';
import { createCompanion } from './companion/companion.ts';
import { renderPage } from './companion/page.ts';

/** The parts that the builder puts into the program (adapters/companion/build.ts). */
interface CompanionParts {
  /** The files of the recording addon, and the unchanging files of the addon of data, by path. */
  readonly addons: Readonly<Record<string, string>>;
  /** The instance that offers the program, or null. */
  readonly instance: string | null;
}

const bundledParts = (globalThis as { readonly thirdWitnessCompanion?: CompanionParts }).thirdWitnessCompanion;

function listAddonFiles(addon: string): readonly AddonFile[] {
  const encoder = new TextEncoder();
  return Object.entries(bundledParts?.addons ?? {})
    .filter(([path]) => path.startsWith(`${addon}/`))
    .map(([path, text]) => ({ path, bytes: encoder.encode(text) }));
}

/** Starts the program without opening its page, as the computer does. */
const BACKGROUND_OPTION = '--background';

void runCompanion();

async function runCompanion(): Promise<void> {
  const line = createCommandLine();
  const machine = await readMachine();
  const folder = locateSettingsFolder(machine);
  const show = async (address: string): Promise<void> => {
    line.print(address);
    if (!line.args.includes(BACKGROUND_OPTION)) await openInBrowser(machine.system, address);
  };
  const running = await findRunningPage(folder);
  if (running !== null) return show(running);

  const quit = new AbortController();
  line.stop.addEventListener('abort', () => quit.abort());
  const program = isSea() ? [process.execPath] : [process.execPath, process.argv[1]!];
  const companion = await createCompanion({
    player: { ...createPlayerTools(line, err('Choose a website first.'), true), stop: quit.signal },
    files: machineFiles,
    machine,
    host: createCompanionHost(folder),
    addon: listAddonFiles('ThirdWitness'),
    dataAddon: listAddonFiles(DATA_ADDON),
    suggested: bundledParts?.instance ?? null,
    command: [...program, BACKGROUND_OPTION],
  });
  const page = await serveLocalPage({
    render: async (nonce) => renderPage(await companion.state(), nonce),
    act: async (form) => {
      if (form.get('action') === 'quit') quit.abort();
      else await companion.act(form);
    },
  });
  await storePageAddress(folder, page.address);
  await show(page.address);
  await companion.run();
  await storePageAddress(folder, null);
  await page.close();
}
