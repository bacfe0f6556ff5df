import { isIP } from 'node:net'
import { reasonOf } from '../../primitives/errors.ts'
import type { PeerAddress } from '../identity/enode.ts'

const firstDelayMs = 1_000
const maximumDelayMs = 60_000
/** Maximum number of addresses that are pinged per host name. */
const maximumAddresses = 8

export interface BootstrapParts {
  readonly bootNodes: readonly PeerAddress[]
  /** The addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>
  ping(address: PeerAddress): void
  onProblem(problem: string): void
}

/** Pings the boot nodes at the start, and repeats it at doubling intervals while no node is known. */
export class Bootstrap {
  readonly #parts: BootstrapParts
  #nextAtMs = 0
  #delayMs = firstDelayMs

  constructor(parts: BootstrapParts) {
    this.#parts = parts
  }

  tick(isAlone: boolean, nowMs: number): void {
    if (!isAlone) {
      this.#delayMs = firstDelayMs
      return
    }
    if (nowMs < this.#nextAtMs) return
    this.#nextAtMs = nowMs + this.#delayMs
    this.#delayMs = Math.min(2 * this.#delayMs, maximumDelayMs)
    for (const address of this.#parts.bootNodes) void this.#call(address)
  }

  async #call({ host, port }: PeerAddress): Promise<void> {
    try {
      const addresses = isIP(host) === 0 ? await this.#parts.resolve(host) : [host]
      for (const address of addresses.slice(0, maximumAddresses)) this.#parts.ping({ host: address, port })
    } catch (error) {
      this.#parts.onProblem(`boot node ${host}: ${reasonOf(error)}`)
    }
  }
}
