import { selectorLength, selectorOf } from '../../../native/abi/method.ts'
import { toHexDigits } from '../../../primitives/hex.ts'
import { argumentTexts } from './argumentTexts.ts'
import { type AbiEntry, type ContractArtifact, signatureOf } from './contractArtifact.ts'

/** The names of functions and errors of compiled contracts, and the contracts of codes on the chain. */
export class ContractNames {
  readonly #functions = new Map<string, string>()
  readonly #errors = new Map<string, AbiEntry>()
  /** By the number of bytes of their code. */
  readonly #contracts = new Map<number, ContractArtifact[]>()
  /** By the digits of a code that was seen before. */
  readonly #found = new WeakMap<Uint8Array, ContractArtifact | null>()

  constructor(artifacts: readonly ContractArtifact[]) {
    for (const artifact of artifacts) this.#add(artifact)
  }

  /** The signature of a called function; undefined for an unknown one. */
  functionOf(data: Uint8Array): string | undefined {
    return this.#functions.get(selectorDigits(data))
  }

  /** A custom error with its arguments; undefined for an unknown one. */
  errorOf(data: Uint8Array): string | undefined {
    const error = this.#errors.get(selectorDigits(data))
    if (error === undefined) return undefined
    const types = error.inputs.map(({ type }) => type)
    return `${error.name}(${argumentTexts(types, data.subarray(selectorLength)).join(', ')})`
  }

  /** The contract with this code; codes are compared without what a deployment fills in. */
  contractOf(code: Uint8Array): ContractArtifact | undefined {
    const known = this.#found.get(code)
    if (known !== undefined) return known ?? undefined
    const candidates = this.#contracts.get(code.length) ?? []
    const digits = candidates.length === 0 ? '' : toHexDigits(code)
    const found = candidates.find((artifact) => isCodeOf(artifact, digits))
    this.#found.set(code, found ?? null)
    return found
  }

  #add(artifact: ContractArtifact): void {
    for (const entry of artifact.abi) {
      if (entry.type !== 'function' && entry.type !== 'error') continue
      const signature = signatureOf(entry)
      const selector = toHexDigits(selectorOf(signature))
      if (entry.type === 'function') this.#functions.set(selector, signature)
      else this.#errors.set(selector, entry)
    }
    const length = artifact.code.length / 2
    if (length > 0) this.#contracts.set(length, [...(this.#contracts.get(length) ?? []), artifact])
  }
}

const selectorDigits = (data: Uint8Array): string => toHexDigits(data.subarray(0, selectorLength))

/** Compares the stretches between the holes. */
function isCodeOf({ code, holes }: ContractArtifact, digits: string): boolean {
  let at = 0
  for (const { start, length } of [...holes].sort((one, other) => one.start - other.start)) {
    if (code.slice(at, 2 * start) !== digits.slice(at, 2 * start)) return false
    at = 2 * (start + length)
  }
  return code.slice(at) === digits.slice(at)
}
