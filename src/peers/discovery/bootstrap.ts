import { isIP } from 'node:net'
import type { Endpoint } from '../identity/enode.ts'

const firstDelayMs = 5_000
const longestDelayMs = 300_000
/** Addresses behind one name that are tried. */
const mostAddresses = 8

export interface BootstrapOptions {
  readonly bootNodes: readonly Endpoint[]
  /** The addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>
  ping(place: Endpoint): void
  onProblem(problem: string): void
}

/** Calls the nodes that are known beforehand: at once, and then ever more rarely while nobody is known. */
export class Bootstrap {
  readonly #options: BootstrapOptions
  #nextAtMs = 0
  #delayMs = firstDelayMs

  constructor(options: BootstrapOptions) {
    this.#options = options
  }

  tick(isAlone: boolean, nowMs: number): void {
    if (!isAlone) {
      this.#delayMs = firstDelayMs
      return
    }
    if (nowMs < this.#nextAtMs) return
    this.#nextAtMs = nowMs + this.#delayMs
    this.#delayMs = Math.min(2 * this.#delayMs, longestDelayMs)
    for (const place of this.#options.bootNodes) void this.#call(place)
  }

  async #call({ host, port }: Endpoint): Promise<void> {
    try {
      const addresses = isIP(host) === 0 ? await this.#options.resolve(host) : [host]
      for (const address of addresses.slice(0, mostAddresses)) this.#options.ping({ host: address, port })
    } catch (error) {
      this.#options.onProblem(`boot node ${host}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
