import type { FrameEntry, FrameExit, Step, Tracer } from '../../../evm/tracer.ts'
import { type Address, asAddress, equalBytes } from '../../../primitives/bytes.ts'
import { getOrCreate } from '../../../primitives/getOrCreate.ts'
import { fromHex } from '../../../primitives/hex.ts'
import type { CompiledCode, ContractArtifact, SourceFile } from './contractArtifact.ts'
import { shortAddress } from './readableText.ts'

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
const maximumCallers = 64

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
    if (frame.last?.jump === 'in' && frame.callers.length < maximumCallers) frame.callers.push(frame.last)
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

/** The source of an instruction. */
export interface SourcePlace {
  /** Undefined for code that the compiler made without a source. */
  readonly file: SourceFile | undefined
  readonly offset: number
  /** Whether a jump enters a function, leaves one, or does neither. */
  readonly jump: 'in' | 'out' | undefined
}

const jumps: Readonly<Record<string, SourcePlace['jump']>> = { i: 'in', o: 'out' }
const firstPush = 0x60
const lastPush = 0x7f

/** The places of a code's instructions in its sources, from the compiler's compressed list. */
class SourceMap {
  readonly #places: readonly SourcePlace[]
  /** The index of the instruction at each byte. */
  readonly #indexes: Uint32Array

  constructor({ digits, sourceMap = '' }: CompiledCode, sources: ReadonlyMap<number, SourceFile>) {
    this.#places = placesOf(sourceMap, sources)
    this.#indexes = instructionIndexes(fromHex(digits.replaceAll(/[^0-9a-f]/gi, '0')))
  }

  at(pc: number): SourcePlace | undefined {
    const index = this.#indexes[pc]
    return index === undefined ? undefined : this.#places[index]
  }
}

/** Empty members repeat those of the instruction before. */
function placesOf(text: string, sources: ReadonlyMap<number, SourceFile>): SourcePlace[] {
  let offset = 0
  let file = -1
  let jump = '-'
  return text.split(';').map((entry) => {
    const [start = '', , source = '', kind = ''] = entry.split(':')
    if (start !== '') offset = Number(start)
    if (source !== '') file = Number(source)
    if (kind !== '') jump = kind
    return { file: sources.get(file), offset, jump: jumps[jump] }
  })
}

function instructionIndexes(code: Uint8Array): Uint32Array {
  const indexes = new Uint32Array(code.length)
  let index = 0
  for (let pc = 0; pc < code.length; pc++) {
    indexes[pc] = index++
    const opcode = code[pc]!
    if (opcode >= firstPush && opcode <= lastPush) pc += opcode - firstPush + 1
  }
  return indexes
}

const maximumEntries = 20

/** Finds the stack of a failure by executing again, so it costs nothing until it is asked for. */
export type SolidityStack = () => readonly string[]

/**
 * The stack of a failure, the innermost function first: `Lock.withdraw (contracts/Lock.sol:23)`. Empty if no contract of it
 * is known.
 */
export function stackEntries(frames: readonly SolidityFrame[]): string[] {
  if (frames.every(({ contract }) => contract === undefined)) return []
  const entries = frames.flatMap(frameEntries)
  return entries.length > maximumEntries ? [...entries.slice(0, maximumEntries), '…'] : entries
}

function frameEntries({ address, contract, callers, last }: SolidityFrame): string[] {
  const name = contract?.name ?? shortAddress(address)
  const places = [last, ...callers.toReversed()].filter((place) => place?.file !== undefined)
  if (places.length === 0) return [name]
  const entries = places.map((place) => stackEntry(place!))
  // A contract calls its external functions from their own text, and one line has several instructions.
  const shown = entries.filter(({ where }, index) => where !== entries[index - 1]?.where)
  return shown.map(({ functionName, path, line }) => {
    const called = functionName === undefined ? name : `${name}.${functionName}`
    return `${called} (${path}:${line})`
  })
}

function stackEntry({ file, offset }: SourcePlace) {
  const { path, content } = file!
  const line = content.slice(0, offset).split('\n').length
  const functionName = enclosingFunction(content, offset)
  return { path, line, functionName, where: `${path}:${functionName ?? line}` }
}

const beginning = /\b(?:function\s+(\w+)|(constructor|receive|fallback)\s*\(|(modifier)\s+(\w+))/g

/** The function whose text begins last before the place. */
function enclosingFunction(content: string, offset: number): string | undefined {
  let name: string | undefined
  for (const found of content.matchAll(beginning)) {
    if (found.index > offset) break
    name = found[1] ?? found[2] ?? found[4]
  }
  return name
}
