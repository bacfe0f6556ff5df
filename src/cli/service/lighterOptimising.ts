import { setFlagsFromString } from 'node:v8'

const flag = '--max-inlined-bytecode-size-cumulative'
const usualBytes = 920
const lessBytes = 300

/**
 * An import takes all cores, and a quarter of their time went to V8's optimising compiler, mostly for functions that it
 * inlines. V8 uses kept code, that of Node's own modules too, only with the flags that it was made with: the start of a
 * thread takes twice as long with another flag. The flag is therefore set when all threads have loaded their programs,
 * and set back before code is kept.
 */
export class LessInlining {
  #hasEnded = false
  #isSet = false

  start(): void {
    if (this.#hasEnded) return
    this.#isSet = true
    setFlagsFromString(`${flag}=${lessBytes}`)
  }

  end(): void {
    this.#hasEnded = true
    if (this.#isSet) setFlagsFromString(`${flag}=${usualBytes}`)
    this.#isSet = false
  }
}
