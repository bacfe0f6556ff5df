import * as op from '../../evm/opcodeBytes.ts'
import { opcodePushes } from '../../evm/opcodes.ts'
import type { FrameEntry, FrameExit, Step, Tracer } from '../../evm/tracer.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { isCreation } from '../calls/writeCalls.ts'
import { JsonArray, type TraceOutput, tooLarge } from '../output/traceOutput.ts'

/** The instructions of one frame, in the form of OpenEthereum's `vmTrace`. */
export interface VmFrame {
  readonly code: Uint8Array
  readonly operations: VmOperation[]
}

export interface VmOperation {
  readonly pc: number
  readonly cost: number
  /** Undefined for an instruction that failed. */
  executed: ExecutedOperation | undefined
  /** The frame that the instruction called, if it has code. */
  inner: VmFrame | undefined
}

export interface ExecutedOperation {
  /** Gas left after the instruction. OpenEthereum calls it `used`. */
  readonly gasLeft: number
  /** The values on top of the stack that the instruction wrote, the topmost last. */
  readonly pushed: readonly bigint[]
  readonly memory: { readonly offset: number; readonly data: Uint8Array } | undefined
  readonly storage: StorageWrite | undefined
}

interface StorageWrite {
  readonly key: bigint
  readonly value: bigint
}

/** An instruction whose result is not known yet. */
interface Running {
  readonly operation: VmOperation
  readonly opcode: number
  readonly gas: number
  readonly written: { readonly offset: bigint; readonly length: bigint } | undefined
  readonly storage: StorageWrite | undefined
}

interface OpenFrame {
  readonly frame: VmFrame
  running: Running | undefined
}

/** Approximate memory of an operation without its data, and of a value on the stack. */
const operationBytes = 250
const valueBytes = 40

/** Collects the instructions of one execution. Throws if they take more memory than allowed. */
export class VmTrace implements Tracer {
  readonly #codeAt: (address: Address) => Uint8Array
  readonly #maximumBytes: number
  /** Undefined for a frame without code. */
  readonly #open: (OpenFrame | undefined)[] = []
  #bytes = 0
  #root: VmFrame | undefined

  constructor(codeAt: (address: Address) => Uint8Array, maximumBytes: number) {
    this.#codeAt = codeAt
    this.#maximumBytes = maximumBytes
  }

  /** The outermost frame; undefined if it has no code. */
  get root(): VmFrame | undefined {
    return this.#root
  }

  enter(entry: FrameEntry): void {
    const caller = this.#open.at(-1)
    const isOutermost = this.#open.length === 0
    const open = entry.isPrecompile || !entry.hasCode ? undefined : this.#opened(entry)
    if (isOutermost) this.#root = open?.frame
    else if (caller?.running !== undefined) caller.running.operation.inner = open?.frame
    this.#open.push(open)
  }

  step(step: Step): void {
    const open = this.#open.at(-1)
    if (open === undefined) return
    this.#settle(open, step)
    const { pc, opcode, gas, cost, stack } = step
    this.#hold(operationBytes)
    const operation: VmOperation = { pc, cost, executed: undefined, inner: undefined }
    open.frame.operations.push(operation)
    const isStorage = opcode === op.SSTORE && stack.length >= 2
    open.running = {
      operation,
      opcode,
      gas,
      written: writtenMemory(opcode, stack),
      storage: isStorage ? { key: stack.at(-1)!, value: stack.at(-2)! } : undefined,
    }
  }

  exit({ status }: FrameExit): void {
    const open = this.#open.pop()
    const running = open?.running
    if (open === undefined || running === undefined) return
    const { operation, gas } = running
    if (status !== 'halt') {
      const gasLeft = gas - operation.cost
      operation.executed = { gasLeft, pushed: [], memory: undefined, storage: undefined }
    }
    // An instruction that fails with any amount of gas is not shown.
    else if (operation.cost === 0 || !Number.isFinite(operation.cost)) open.frame.operations.pop()
  }

  #opened(entry: FrameEntry): OpenFrame {
    const code = isCreation(entry) ? entry.input.slice() : this.#codeAt(entry.codeAddress)
    this.#hold(code.length)
    return { frame: { code, operations: [] }, running: undefined }
  }

  /** Reads the result of the previous instruction from the machine before this step. */
  #settle(open: OpenFrame, { gas, stack, memory }: Step): void {
    if (open.running === undefined) return
    const { operation, opcode, written, storage } = open.running
    const pushes = opcodePushes(opcode)
    const pushed = pushes === 0 ? [] : stack.slice(-pushes)
    this.#hold(pushed.length * valueBytes)
    operation.executed = { gasLeft: gas, pushed, memory: this.#memoryAt(memory, written), storage }
  }

  #memoryAt(memory: Uint8Array, written: Running['written']): ExecutedOperation['memory'] {
    if (written === undefined || written.length === 0n) return undefined
    // The instruction has paid for this memory, so both numbers are small.
    const offset = Number(written.offset)
    const data = memory.slice(offset, offset + Number(written.length))
    this.#hold(data.length)
    return { offset, data }
  }

  #hold(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#maximumBytes) throw tooLarge(this.#maximumBytes)
  }
}

/** Positions on the stack, from the top, of the offset and the length of the memory that an instruction writes. */
const writtenAt: ReadonlyMap<number, readonly [offset: number, length: number]> = new Map([
  [op.CALLDATACOPY, [0, 2]],
  [op.CODECOPY, [0, 2]],
  [op.RETURNDATACOPY, [0, 2]],
  [op.EXTCODECOPY, [1, 3]],
  [op.CALL, [5, 6]],
  [op.CALLCODE, [5, 6]],
  [op.DELEGATECALL, [4, 5]],
  [op.STATICCALL, [4, 5]],
])

const wordLength = 32n

/** OpenEthereum shows the word that MLOAD reads, too. */
function writtenMemory(opcode: number, stack: readonly bigint[]): Running['written'] {
  const fromTop = (position: number): bigint => stack.at(-1 - position) ?? 0n
  if (opcode === op.MSTORE || opcode === op.MLOAD) return { offset: fromTop(0), length: wordLength }
  if (opcode === op.MSTORE8) return { offset: fromTop(0), length: 1n }
  const [offset, length] = writtenAt.get(opcode) ?? []
  if (offset === undefined || length === undefined) return undefined
  return { offset: fromTop(offset), length: fromTop(length) }
}

/** Writes the instructions of a frame and of those that it called, or null. */
export function writeVmTrace(frame: VmFrame | undefined, output: TraceOutput): void {
  if (frame === undefined) {
    output.write('null')
    return
  }
  output.write(`{"code":"${toHex(frame.code)}","ops":`)
  const list = new JsonArray(output)
  for (const operation of frame.operations) {
    list.begin()
    writeOperation(operation, output)
  }
  list.end()
  output.write('}')
}

function writeOperation({ pc, cost, executed, inner }: VmOperation, output: TraceOutput): void {
  output.write(`{"cost":${cost},"ex":${executedText(executed)},"pc":${pc},"sub":`)
  writeVmTrace(inner, output)
  output.write('}')
}

function executedText(executed: ExecutedOperation | undefined): string {
  if (executed === undefined) return 'null'
  const { gasLeft, pushed, memory, storage } = executed
  const mem = memory === undefined ? 'null' : `{"data":"${toHex(memory.data)}","off":${memory.offset}}`
  const push = pushed.map((value) => `"${toQuantity(value)}"`).join(',')
  const store =
    storage === undefined
      ? 'null'
      : `{"key":"${toQuantity(storage.key)}","val":"${toQuantity(storage.value)}"}`
  return `{"mem":${mem},"push":[${push}],"store":${store},"used":${gasLeft}}`
}
