/** A request with an invalid parameter. `error` is a sentence for the client. */
export interface BadParameter {
  readonly kind: 'bad-parameter';
  readonly parameter: string;
  readonly error: string;
}

export function badParameter(parameter: string, error: string): BadParameter {
  return {
    kind: 'bad-parameter',
    parameter,
    error,
  };
}

export function refusePin(parameter: 'snapshot' | 'since'): BadParameter {
  return badParameter(
    parameter,
    `${parameter} must name a snapshot that this instance still serves, as <epoch>.<number> from an answer's snapshot field; this one is of another epoch or was never written: start again without it.`,
  );
}

/** Reason why a read was refused. */
export type ReadRefusal = BadParameter;
