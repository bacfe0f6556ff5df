/**
 * The fast engine cannot go on with this execution: it met an instruction that only the reference engine knows
 * (DUPN, SWAPN), needs more memory than it may have, or a precompiled contract asks which calls led to it. This
 * says nothing about the program, so it is no halt: roll the host back and run the message in the reference engine.
 */
export class FastEngineUnable extends Error {
  override readonly name = 'FastEngineUnable'
}
