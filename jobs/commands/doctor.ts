import type { DoctorFinding } from '../../domain/ports/doctor.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import type { CheckJob } from '../job.ts';

/** `npm run job -- doctor` (contract, section 7, doctor). Exits 1 if there is an error. */
export const doctorJob: CheckJob = {
  forChecking: true,
  name: 'doctor',
  summary: 'check settings, folder, disk, clock, backups, proxy and public address, and say what to do',
  help: `Works whether or not the instance runs, and changes nothing. Give it the variables of the instance: it knows only what
its own environment and the data folder set. If the instance runs, it is asked directly and at its public address,
with about ten requests, one of them an upload of blanks that is refused. It exits 1 if it finds an error.`,
  options: {
    backups: {
      value: 'FOLDER',
      text: 'the folder that contains your backups; default: the folder backups beside the data folder',
    },
    json: { value: null, text: 'print the findings as JSON' },
  },
  run: async ({ examine, say, exitWith }, args) => {
    const findings = await examine(args.option('backups'));
    const countOf = (state: DoctorFinding['state']): number => findings.filter((one) => one.state === state).length;
    const [errors, warnings] = [countOf('error'), countOf('warning')];
    if (args.flag('json')) say(JSON.stringify({ errors, warnings, findings }, null, 2));
    else {
      for (const { state, id, text } of findings) say(`${state.padEnd(7)}  ${id.padEnd(19)}  ${text}`);
      say(`${formatQuantity(errors, 'error')}, ${formatQuantity(warnings, 'warning')}.`);
    }
    if (errors > 0) exitWith(1);
    return ok(null);
  },
};
