/** Why a frame failed and lost all its gas. */
export type HaltCause =
  | 'out-of-gas'
  | 'invalid-opcode'
  | 'stack-underflow'
  | 'stack-overflow'
  | 'invalid-jump-destination'
  | 'state-change-in-static-call'
  | 'return-data-out-of-bounds'
  | 'init-code-too-large'
  | 'deployed-code-too-large'
  | 'deployed-code-starts-with-ef'
  | 'not-enough-gas-for-code-deposit'
  | 'precompiled-contract-failed'
  | 'invalid-code-header'
  | 'stack-index-too-large'

/** The causes in words, for error messages. */
export const haltTexts: Readonly<Record<HaltCause, string>> = {
  'out-of-gas': 'out of gas',
  'invalid-opcode': 'invalid opcode',
  'stack-underflow': 'stack underflow',
  'stack-overflow': 'stack overflow',
  'invalid-jump-destination': 'invalid jump destination',
  'state-change-in-static-call': 'state change in a static call',
  'return-data-out-of-bounds': 'return data out of bounds',
  'init-code-too-large': 'init code too large',
  'deployed-code-too-large': 'deployed code too large',
  'deployed-code-starts-with-ef': 'deployed code starts with EF',
  'not-enough-gas-for-code-deposit': 'not enough gas for the code deposit',
  'precompiled-contract-failed':
    'a precompiled contract refused the call: its input is invalid or its gas too low',
  'invalid-code-header': 'invalid code header',
  'stack-index-too-large': 'stack index too large',
}

/** An interrupt stopped the execution. It has no result, and the caller rolls the host back. */
export class ExecutionInterrupted extends Error {
  override readonly name = 'ExecutionInterrupted'

  constructor() {
    super('execution stopped: the time or step budget is used up')
  }
}

/**
 * The fast engine cannot continue this execution: the code uses an instruction that only the reference engine
 * has (DUPN, SWAPN), the engine is out of memory, or a precompiled contract requests the list of calls that
 * led to it. The program is not at fault, so this is not a halt: `execute` rolls the host back and runs the
 * message in the reference engine.
 */
export class FastEngineUnable extends Error {
  override readonly name = 'FastEngineUnable'
}

/**
 * The reference node cannot execute this message: its own error ends the processing of the block. So no block
 * can hold a transaction that leads to this error.
 */
export class UnprocessableMessage extends Error {
  override readonly name = 'UnprocessableMessage'
}
