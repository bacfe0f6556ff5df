import type { Log } from '../../../evm/log.ts'
import { selectorLength } from '../../../native/abi/method.ts'
import type { CompiledContracts, ContractArtifact } from './contractArtifact.ts'
import { ContractIndex } from './contractIndex.ts'

/**
 * The names of functions, errors and events of compiled contracts, and the contracts of codes on the chain. What is unknown
 * may have been compiled since the contracts were read.
 */
export class ContractNames {
  readonly #compiled: CompiledContracts
  /** Built at the first question, because many chains are never asked. */
  #index: ContractIndex | undefined

  constructor(compiled: CompiledContracts) {
    this.#compiled = compiled
  }

  /** For another thread. */
  get folders(): readonly string[] {
    return this.#compiled.folders
  }

  get isEmpty(): boolean {
    return this.#find(() => this.#compiled.contracts[0]) === undefined
  }

  /** The signature of a called function; undefined for an unknown one. */
  functionOf(data: Uint8Array): string | undefined {
    return data.length < selectorLength ? undefined : this.#find((index) => index.functionOf(data))
  }

  /** A custom error with its arguments; undefined for an unknown one. */
  errorOf(data: Uint8Array): string | undefined {
    return data.length < selectorLength ? undefined : this.#find((index) => index.errorOf(data))
  }

  /** An event with its arguments; undefined for an unknown one. */
  eventOf(log: Log): string | undefined {
    return log.topics.length === 0 ? undefined : this.#find((index) => index.eventOf(log))
  }

  /** The contract that this init code creates; the constructor's arguments follow its code. */
  createdBy(initCode: Uint8Array): ContractArtifact | undefined {
    return this.#find((index) => index.createdBy(initCode))
  }

  /** The contract with this code, compared without what a deployment fills in and without the hash of the sources. */
  contractOf(code: Uint8Array): ContractArtifact | undefined {
    return this.#find((index) => index.contractOf(code))
  }

  #find<Found>(lookUp: (index: ContractIndex) => Found | undefined): Found | undefined {
    this.#index ??= new ContractIndex(this.#compiled.contracts)
    const found = lookUp(this.#index)
    if (found !== undefined || !this.#compiled.renew()) return found
    this.#index = new ContractIndex(this.#compiled.contracts)
    return lookUp(this.#index)
  }
}
