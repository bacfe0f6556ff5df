/** Why a frame failed and lost all its gas. */
export type HaltCause =
  | 'out of gas'
  | 'invalid opcode'
  | 'stack underflow'
  | 'stack overflow'
  | 'invalid jump destination'
  | 'state change in a static call'
  | 'return data out of bounds'
  | 'init code too large'
  | 'deployed code too large'
  | 'deployed code starts with EF'
  | 'not enough gas for the code deposit'
  | 'precompiled contract failed'
  | 'invalid code header'
  | 'stack index too large'

/** The execution was stopped from outside (time or step budget); it has no result and must be rolled back. */
export class ExecutionInterrupted extends Error {
  override readonly name = 'ExecutionInterrupted'

  constructor() {
    super('execution stopped: the time or step budget is used up')
  }
}
