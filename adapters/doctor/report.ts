import type { DoctorFinding } from '../../domain/ports/doctor.ts';
import FINDINGS from './findings.json' with { type: 'json' };

/** Adds a finding of `findings.json` to a report. `values` replace the names in braces. */
export type Reporter = (id: keyof typeof FINDINGS, values?: Readonly<Record<string, string | number>>) => void;

export function createReport(): { readonly findings: readonly DoctorFinding[]; readonly report: Reporter } {
  const findings: DoctorFinding[] = [];
  const report: Reporter = (id, values = {}) => {
    const [state, text] = FINDINGS[id] as [DoctorFinding['state'], string];
    findings.push({ id, state, text: text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`) });
  };
  return { findings, report };
}
