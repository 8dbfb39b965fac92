import { runCompanionBuild } from '../adapters/companion/build_command.ts';

/** `npm run companion`: builds the program for players who want no terminal, or runs it. */
await runCompanionBuild();
