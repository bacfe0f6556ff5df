import { opcodeName } from '../../evm/opcodes.ts'
import type { FrameEntry, FrameExit, Step, Tracer } from '../../evm/tracer.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { State } from '../../state/state.ts'
import { failedAtDeposit, gethFailure } from '../output/failureText.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import type { StructLogOptions } from '../request/tracerChoice.ts'
import { MemoryText, StackText, StorageText } from './stepTexts.ts'
import { TransferTrace } from './transferTrace.ts'

/** A frame whose steps are shown. */
interface ShownFrame {
  readonly stack: StackText
  readonly memory: MemoryText
  readonly storage: StorageText
  /** The cost of the current instruction. */
  cost: number | undefined
}

/** A step that is written when its cost is known. */
interface HeldStep {
  readonly before: string
  cost: number
  readonly after: string
}

type ShownState = Pick<State, 'storageCells'>

/**
 * Writes the steps of an execution in the form of the reference node, with two of its peculiarities. Steps of init
 * code that a contract runs are left out. The cost of an instruction is set after it has succeeded, on the last
 * written step: the cost of a call is on the last step of the callee, and a failed instruction has cost 0.
 */
export class StructLogTracer implements Tracer {
  readonly #output: TraceOutput
  readonly #state: ShownState
  readonly #options: StructLogOptions
  /** Undefined for a frame whose steps are left out. */
  readonly #frames: (ShownFrame | undefined)[] = []
  readonly #list: JsonArray
  #held: HeldStep | undefined
  /** Undefined if the transaction runs code. */
  #transfer: TransferTrace | undefined

  constructor(output: TraceOutput, state: ShownState, options: StructLogOptions) {
    this.#output = output
    this.#list = new JsonArray(output)
    this.#state = state
    this.#options = options
  }

  enter(entry: FrameEntry): void {
    const depth = this.#frames.length
    if (depth === 0 && !entry.hasCode) this.#transfer = new TransferTrace(entry)
    const frame = this.#isShown(entry) ? this.#shown(entry.address) : undefined
    this.#frames.push(frame)
    if (depth === 0 && frame !== undefined) this.#begin(entry, frame)
  }

  step(step: Step): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return
    this.#succeed(frame)
    this.#writeHeld()
    this.#held = { before: headOf(step), cost: 0, after: this.#tailOf(step, frame) }
    frame.cost = step.cost
  }

  storageRead(_address: Address, key: bigint, value: bigint): void {
    this.#frames.at(-1)?.storage.set(key, value)
  }

  storageWrite(_address: Address, key: bigint, value: bigint): void {
    this.#frames.at(-1)?.storage.set(key, value)
  }

  transfer(from: Address, to: Address, amount: bigint): void {
    this.#transfer?.add(from, to, amount)
  }

  exit(exit: FrameExit): void {
    const frame = this.#frames.pop()
    if (frame !== undefined && !failedInside(exit)) this.#succeed(frame)
    if (this.#frames.length > 0) return
    if (frame !== undefined) this.#finish(exit, frame)
    else if (this.#transfer !== undefined) this.#output.write(this.#transfer.text())
  }

  #isShown({ kind, hasCode }: FrameEntry): boolean {
    if (this.#frames.length === 0) return hasCode
    return this.#frames.at(-1) !== undefined && kind !== 'create' && kind !== 'create2'
  }

  #shown(address: Address): ShownFrame {
    const isWanted = this.#frames.length === 0 || !this.#options.disableStorage
    const cells = isWanted ? this.#state.storageCells(address) : []
    return {
      stack: new StackText(),
      memory: new MemoryText(),
      storage: new StorageText(cells),
      cost: undefined,
    }
  }

  #begin({ address }: FrameEntry, { storage }: ShownFrame): void {
    this.#output.write(`{"contractAddress":"${toHexDigits(address)}","initStorage":${storage.text}`)
    this.#output.write(',"structLogs":')
  }

  #succeed(frame: ShownFrame): void {
    if (frame.cost === undefined) return
    if (this.#held !== undefined) this.#held.cost = frame.cost
    frame.cost = undefined
  }

  #writeHeld(): void {
    const held = this.#held
    if (held === undefined) return
    this.#list.add(`${held.before}${held.cost}${held.after}`)
  }

  #tailOf(step: Step, { stack, memory, storage }: ShownFrame): string {
    const { disableMemory, disableStack, disableStorage } = this.#options
    let tail = ''
    if (!disableMemory) tail += `,"memory":${memory.of(() => step.memory, step.opcode)}`
    if (!disableStack) tail += `,"stack":${stack.of(step.stack)}`
    if (!disableStorage) tail += `,"storage":${storage.text}`
    return `${tail}}`
  }

  #finish({ status, cause, output }: FrameExit, { storage }: ShownFrame): void {
    this.#writeHeld()
    this.#list.end()
    const result = toHexDigits(output)
    const error = cause === undefined ? '' : gethFailure(cause)
    this.#output.write(`,"result":"${result}","error":"${error}","reverted":${status === 'revert'}`)
    this.#output.write(`,"storageSize":${storage.size},"currentStorage":${storage.text}}`)
  }
}

const headOf = ({ opcode, depth, pc, gas }: Step): string =>
  `{"op":${nameText(opcode)},"depth":${depth},"pc":${pc},"gas":${gas},"gasCost":`

/** The reference node's names of opcodes that have another name here, or no name. */
const olderNames: Readonly<Record<number, string>> = { 252: 'HEADER', 255: 'SUICIDE' }

function nameText(opcode: number): string {
  const name = olderNames[opcode] ?? opcodeName(opcode)
  return name === undefined ? 'null' : `"${name}"`
}

/** Whether the last instruction failed. */
const failedInside = (exit: FrameExit): boolean => exit.status === 'halt' && !failedAtDeposit(exit)
