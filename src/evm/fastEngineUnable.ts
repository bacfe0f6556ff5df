/**
 * The fast engine cannot continue this execution: the code uses an instruction that only the reference engine
 * has (DUPN, SWAPN), the engine is out of memory, or a precompiled contract requests the list of calls that
 * led to it. The program is not at fault, so this is not a halt: `execute` rolls the host back and runs the
 * message in the reference engine.
 */
export class FastEngineUnable extends Error {
  override readonly name = 'FastEngineUnable'
}
