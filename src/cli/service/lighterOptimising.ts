import { setFlagsFromString } from 'node:v8'

/** Flags of V8 with their usual values: less inlining, and loops whose first turn is not copied out of them. */
const flags = [
  {
    lighter: '--max-inlined-bytecode-size-cumulative=150',
    usual: '--max-inlined-bytecode-size-cumulative=920',
  },
  { lighter: '--no-turbo-loop-peeling', usual: '--turbo-loop-peeling' },
]

/**
 * An import takes all cores, and a quarter of their time went to V8's optimising compiler, mostly for functions that it
 * inlines; its threads take cores from the ones that execute and prepare blocks. V8 uses kept code, that of Node's own
 * modules too, only with the flags that it was made with: the start of a thread takes twice as long with another flag.
 * The flags are therefore set when all threads have loaded their programs, and set back before code is kept.
 */
export class LighterOptimising {
  #hasEnded = false
  #isSet = false

  start(): void {
    if (this.#hasEnded) return
    this.#isSet = true
    for (const { lighter } of flags) setFlagsFromString(lighter)
  }

  end(): void {
    this.#hasEnded = true
    if (this.#isSet) for (const { usual } of flags) setFlagsFromString(usual)
    this.#isSet = false
  }
}
