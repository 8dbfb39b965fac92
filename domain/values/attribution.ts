import type { Attribution } from '../../schema/responses/attribution.ts';

export const LICENCE_NAME = 'CC BY-SA 4.0';
const LICENCE_URL = 'https://creativecommons.org/licenses/by-sa/4.0/';

/** The publisher of the data (contract, section 7: TW_SERVICE_NAME, TW_PUBLIC_URL). */
export interface Publisher {
  /** URL without a trailing slash. */
  readonly publicUrl: string;
  readonly serviceName: string;
}

/** Builds the attribution that users of the data are asked to show (contract, section 4, Attribution). */
export function createAttribution({ publicUrl, serviceName }: Publisher): Attribution {
  return {
    licence: LICENCE_NAME,
    licenceUrl: LICENCE_URL,
    credit: `Data: ${serviceName} contributors`,
    source: `${publicUrl}/`,
    terms: `${publicUrl}/terms`,
  };
}
