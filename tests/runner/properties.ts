import fc from 'fast-check';

/**
 * For every test of a property: one that fails is made smaller for so long at most. Some of them make a database for each
 * try, and making theirs small takes half an hour. None that holds takes nearly as long; one that did would fail.
 */
const TIME_MS = 180_000;

fc.configureGlobal({ interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: true, includeErrorInReport: true });
