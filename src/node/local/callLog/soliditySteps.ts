import type { FrameEntry, FrameExit, Step, Tracer } from '../../../evm/tracer.ts'
import { type Address, asAddress, equalBytes } from '../../../primitives/bytes.ts'
import { getOrCreate } from '../../../primitives/getOrCreate.ts'
import type { CompiledCode, ContractArtifact } from './contractArtifact.ts'
import { SourceMap, type SourcePlace } from './sourceMap.ts'

/** Finds the compiled contracts of an execution. */
export interface ContractLookup {
  at(address: Address): ContractArtifact | undefined
  /** The contract that this init code creates. */
  createdBy(initCode: Uint8Array): ContractArtifact | undefined
}

/** An open call of a contract. */
export interface SolidityFrame {
  readonly address: Address
  readonly contract: ContractArtifact | undefined
  readonly map: SourceMap | undefined
  /** Where functions of the contract were called that have not returned. */
  readonly callers: SourcePlace[]
  last: SourcePlace | undefined
}

/** A frame that failed, with those inside it that made it fail; the innermost first. */
interface Failure {
  readonly frames: readonly SolidityFrame[]
  readonly output: Uint8Array
}

interface OpenFrame {
  readonly frame: SolidityFrame
  /** The last inner call that failed. */
  inner: Failure | undefined
}

/** Deeper stacks of functions inside one contract are cut. */
const mostCallers = 64

/**
 * Follows an execution through the sources of its contracts. A failed inner call belongs to the failure of its caller if
 * both have the same output: Solidity passes the data of a revert on.
 */
export class SoliditySteps implements Tracer {
  readonly #contracts: ContractLookup
  readonly #maps = new Map<CompiledCode, SourceMap>()
  readonly #open: OpenFrame[] = []
  #failure: Failure | undefined

  constructor(contracts: ContractLookup) {
    this.#contracts = contracts
  }

  /** The frames of the failure, the innermost first; undefined if the execution succeeded. */
  get failure(): readonly SolidityFrame[] | undefined {
    return this.#failure?.frames
  }

  enter({ codeAddress, kind, input }: FrameEntry): void {
    const address = asAddress(codeAddress.slice())
    const isCreation = kind === 'create' || kind === 'create2'
    const contract = isCreation ? this.#contracts.createdBy(input) : this.#contracts.at(address)
    const map = contract && this.#mapOf(isCreation ? contract.creation : contract.deployed, contract)
    const frame = { address, contract, map, callers: [], last: undefined }
    this.#open.push({ frame, inner: undefined })
  }

  step({ pc }: Step): void {
    const frame = this.#open.at(-1)?.frame
    if (frame?.map === undefined) return
    if (frame.last?.jump === 'in' && frame.callers.length < mostCallers) frame.callers.push(frame.last)
    if (frame.last?.jump === 'out') frame.callers.pop()
    frame.last = frame.map.at(pc)
  }

  exit({ status, output }: FrameExit): void {
    const { frame, inner } = this.#open.pop()!
    if (status === 'success') return
    const isPassedOn = inner !== undefined && equalBytes(inner.output, output)
    const failure = { frames: [...(isPassedOn ? inner.frames : []), frame], output: output.slice() }
    const caller = this.#open.at(-1)
    if (caller === undefined) this.#failure = failure
    else caller.inner = failure
  }

  #mapOf(code: CompiledCode, { sources }: ContractArtifact): SourceMap | undefined {
    if (code.sourceMap === undefined) return undefined
    return getOrCreate(this.#maps, code, () => new SourceMap(code, sources))
  }
}
