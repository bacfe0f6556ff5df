import type { HaltCause } from '../../evm/halt.ts'
import type { FrameEntry, FrameExit } from '../../evm/tracer.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toBigInt, unsignedBytes } from '../../primitives/integers.ts'
import { maximumShortNumberLength, writeShortNumber } from '../../primitives/shortNumber.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import { NumberReader } from '../storage/numbers.ts'

/*
 * The calls of a block in few bytes: a table of the accounts, then for each transaction the number of its nodes and the
 * nodes, parents first. A node is a byte with its kind, outcome and flags, its depth, the places of two accounts in the
 * table and a value. Calls also have the first four bytes of their input, their gas, and the lengths of input and output.
 * Numbers have seven bits to the byte, the lowest first. The bytes follow from the block alone, whichever engine executed
 * it, so a verification can compare them.
 */

/** A call or creation, without input and long output. */
export interface RecordedCall {
  readonly entry: Omit<FrameEntry, 'input'>
  /** The cause is undefined unless it decides what of the call is shown; a halt within code has none. */
  readonly exit: Omit<FrameExit, 'output'>
  /** In the order of execution. */
  readonly children: readonly RecordedNode[]
  /** At most the first four bytes of the input. Empty for calls of precompiled contracts by contracts. */
  readonly selector: Uint8Array
  /** Undefined for a contract's call of a precompiled contract. */
  readonly inputLength: number | undefined
  readonly outputLength: number
  /** The whole output; undefined if it is not recorded: only that of a transaction, up to 32 bytes, is. */
  readonly output: Uint8Array | undefined
}

/** A contract's self-destruction. */
export interface RecordedDestruction {
  readonly destroyed: Address
  readonly beneficiary: Address
  readonly balance: bigint
}

export type RecordedNode = RecordedCall | RecordedDestruction

/** What a recorder notes of a node. */
export interface CallNote {
  readonly kind: number
  readonly depth: number
  readonly from: number
  readonly to: number
  readonly value: bigint
  readonly isPrecompile: boolean
  readonly hasCode: boolean
  readonly gas: number
  /** The first four bytes of the input as a number, the first byte highest; zeros follow a shorter input. */
  readonly selector: number
  readonly inputLength: number
  outcome: number
  gasUsed: number
  outputLength: number
  output: Uint8Array | undefined
}

const frameKinds = ['call', 'callcode', 'delegatecall', 'staticcall', 'create', 'create2'] as const
export const destructionKind = 6
/** A native contract's payment, shown as a call without gas and data. */
export const paymentKind = 7

/** Causes that both engines find. Other halts have the outcome `halt`. */
const recordedCauses: readonly (HaltCause | undefined)[] = [
  'not-enough-gas-for-code-deposit',
  'deployed-code-too-large',
  'deployed-code-starts-with-ef',
  'precompiled-contract-failed',
]
const statuses = ['success', 'revert', 'halt'] as const

/** Bits of the first byte of a node: the kind, the outcome, and two flags. */
const kindBits = 3
const outcomeBits = 3
const precompileFlag = 1 << (kindBits + outcomeBits)
const codeFlag = precompileFlag << 1

/** In errors. */
const where = 'the calls of a block'

const addressLength = 20
const selectorLength = 4
export const maximumOutputLength = 32

/** Two accounts that are in every block: the sender that REMASC transactions show, and REMASC. */
export const usualAccounts: readonly Address[] = [asAddress(new Uint8Array(addressLength)), remascAddress]

export const kindNumber = (kind: FrameEntry['kind']): number => frameKinds.indexOf(kind)

export function outcomeNumber({ status, cause }: Pick<FrameExit, 'status' | 'cause'>): number {
  const known = cause === undefined ? -1 : recordedCauses.indexOf(cause)
  return known < 0 ? statuses.indexOf(status) : statuses.length + known
}

/** `accounts` come after the usual ones; `transactions` are the notes of each. */
export function encodeCalls(
  accounts: readonly Uint8Array[],
  transactions: readonly (readonly CallNote[])[],
): Uint8Array {
  const writer = new Writer()
  writer.number(accounts.length)
  for (const account of accounts) writer.bytes(account)
  writer.number(transactions.length)
  for (const notes of transactions) {
    writer.number(notes.length)
    for (const note of notes) writeNote(writer, note)
  }
  return writer.taken()
}

function writeNote(writer: Writer, note: CallNote): void {
  const { kind, outcome, depth, isPrecompile, selector, output } = note
  const flags = (isPrecompile ? precompileFlag : 0) | (note.hasCode ? codeFlag : 0)
  writer.byte(kind | (outcome << kindBits) | flags)
  writer.number(depth)
  writer.number(note.from)
  writer.number(note.to)
  writer.short(note.value === 0n ? emptyBytes : unsignedBytes(note.value))
  if (kind >= frameKinds.length) return
  if (hasInput(isPrecompile, depth)) {
    writer.number(note.inputLength)
    const length = Math.min(note.inputLength, selectorLength)
    for (let shift = 24, left = length; left > 0; left--, shift -= 8) writer.byte((selector >>> shift) & 0xff)
  }
  writer.number(note.gas)
  writer.number(note.gasUsed)
  writer.number(note.outputLength)
  if (output !== undefined) writer.short(output)
}

/** A precompiled contract may read less than its caller gave, and what tracers see of the rest differs by engine. */
const hasInput = (isPrecompile: boolean, depth: number): boolean => !isPrecompile || depth === 0

const hasOutput = (depth: number, length: number): boolean => depth === 0 && length <= maximumOutputLength

/** The outermost call of each transaction. Throws `DecodeError` for bytes that are not a record. */
export function decodeCalls(bytes: Uint8Array): RecordedCall[] {
  const reader = new NumberReader(bytes, where)
  const accounts = [...usualAccounts]
  for (let left = reader.next(); left > 0; left--) {
    accounts.push(asAddress(reader.bytes(addressLength).slice()))
  }
  const roots: RecordedCall[] = []
  for (let left = reader.next(); left > 0; left--) roots.push(readTransaction(reader, accounts))
  if (reader.left > 0) throw malformed()
  return roots
}

/** A call whose children are still read. */
type OpenCall = RecordedCall & { readonly children: RecordedNode[] }

function readTransaction(reader: NumberReader, accounts: readonly Address[]): RecordedCall {
  const open: OpenCall[] = []
  for (let left = reader.next(); left > 0; left--) {
    const first = reader.byte()
    const depth = reader.next()
    const parent = depth === 0 ? undefined : open[depth - 1]
    if ((parent === undefined) !== (open.length === 0)) throw malformed()
    const node = readNode(reader, first, depth, parent, accounts)
    parent?.children.push(node)
    open.length = depth
    if ('entry' in node) open.push(node)
  }
  return open[0] ?? raise(malformed())
}

function readNode(
  reader: NumberReader,
  first: number,
  depth: number,
  parent: RecordedCall | undefined,
  accounts: readonly Address[],
): OpenCall | RecordedDestruction {
  const kindCode = first & ((1 << kindBits) - 1)
  const from = accounts[reader.next()] ?? raise(malformed())
  const to = accounts[reader.next()] ?? raise(malformed())
  const value = toBigInt(shortBytes(reader))
  if (kindCode === destructionKind) return { destroyed: from, beneficiary: to, balance: value }
  const kind = kindCode === paymentKind ? 'call' : frameKinds[kindCode]!
  const isPrecompile = (first & precompileFlag) !== 0
  const parties = {
    caller: kind === 'delegatecall' && parent !== undefined ? parent.entry.caller : from,
    address: kind === 'delegatecall' || kind === 'callcode' ? from : to,
    codeAddress: to,
  }
  const entry = { kind, depth, ...parties, isPrecompile, hasCode: (first & codeFlag) !== 0, value }
  if (kindCode === paymentKind) return { entry: { ...entry, gas: 0 }, ...payment, children: [] }
  const inputLength = hasInput(isPrecompile, depth) ? reader.next() : undefined
  const selector = reader.bytes(Math.min(inputLength ?? 0, selectorLength)).slice()
  const gas = reader.next()
  const gasUsed = reader.next()
  const outputLength = reader.next()
  const output = hasOutput(depth, outputLength) ? padded(shortBytes(reader), outputLength) : undefined
  const exit = { ...outcomeAt((first >> kindBits) & ((1 << outcomeBits) - 1)), gasUsed }
  return { entry: { ...entry, gas }, exit, children: [], selector, inputLength, outputLength, output }
}

const payment = {
  exit: { status: 'success', cause: undefined, gasUsed: 0 },
  selector: emptyBytes,
  inputLength: 0,
  outputLength: 0,
  output: emptyBytes,
} as const

function outcomeAt(outcome: number): Pick<FrameExit, 'status' | 'cause'> {
  const status = statuses[outcome] ?? 'halt'
  return { status, cause: recordedCauses[outcome - statuses.length] }
}

function padded(significant: Uint8Array, length: number): Uint8Array {
  if (significant.length > length) throw malformed()
  const bytes = new Uint8Array(length)
  bytes.set(significant, length - significant.length)
  return bytes
}

/** At most 255 bytes after their length. */
const shortBytes = (reader: NumberReader): Uint8Array => reader.bytes(reader.byte())

const malformed = (): DecodeError => new DecodeError(where, 'they are malformed')

function raise(error: Error): never {
  throw error
}

class Writer {
  #target = new Uint8Array(512)
  #at = 0

  byte(value: number): void {
    this.#reserve(1)
    this.#target[this.#at++] = value
  }

  number(value: number): void {
    this.#reserve(maximumShortNumberLength)
    this.#at = writeShortNumber(this.#target, this.#at, value)
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#target.set(bytes, this.#at)
    this.#at += bytes.length
  }

  /** At most 255 bytes after their length. */
  short(bytes: Uint8Array): void {
    this.byte(bytes.length)
    this.bytes(bytes)
  }

  taken(): Uint8Array {
    return this.#target.slice(0, this.#at)
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#target.length) return
    const larger = new Uint8Array(2 * (this.#at + length))
    larger.set(this.#target)
    this.#target = larger
  }
}
