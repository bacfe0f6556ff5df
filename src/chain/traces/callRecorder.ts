import type { FrameEntry, FrameExit, Tracer } from '../../evm/tracer.ts'
import { type Address, stripLeadingZeros } from '../../primitives/bytes.ts'
import { addressKey, keyBytes } from '../../primitives/mapKeys.ts'
import {
  type CallNote,
  destructionKind,
  encodeCalls,
  kindNumber,
  maximumOutputLength,
  outcomeNumber,
  paymentKind,
  usualAccounts,
} from './callRecord.ts'

/** The notes about a movement of value in which no code runs. */
const withoutCode = {
  isPrecompile: false,
  hasCode: false,
  gas: 0,
  selector: 0,
  inputLength: 0,
  outcome: 0,
  gasUsed: 0,
  outputLength: 0,
  output: undefined,
}

/** Watches the execution of a block, whose transactions run in their order, and makes the record of its calls. */
export class CallRecorder implements Tracer {
  readonly watchesCallsOnly = true
  readonly #transactions: CallNote[][] = []
  /** Places of accounts in the table of the record. */
  readonly #places = new Map<string, number>(
    usualAccounts.map((account, place) => [addressKey(account), place]),
  )
  /** Of the transaction that runs. */
  #notes: CallNote[] = []
  readonly #open: CallNote[] = []

  /** The observer of the next transaction. */
  next(): Tracer {
    this.#notes = []
    this.#transactions.push(this.#notes)
    return this
  }

  /** The record, after the last transaction. */
  record(): Uint8Array {
    const accounts = [...this.#places.keys()].slice(usualAccounts.length).map(keyBytes)
    return encodeCalls(accounts, this.#transactions)
  }

  enter(entry: FrameEntry): void {
    const { kind, address, input } = entry
    // The engine may have given up an attempt to run the transaction.
    if (entry.depth === 0) this.#restart()
    const isCreation = kind === 'create' || kind === 'create2'
    const note: CallNote = {
      kind: kindNumber(kind),
      depth: this.#open.length,
      from: this.#place(kind === 'delegatecall' ? address : entry.caller),
      to: this.#place(isCreation ? address : entry.codeAddress),
      value: entry.value,
      isPrecompile: entry.isPrecompile,
      hasCode: entry.hasCode,
      gas: Math.max(0, entry.gas),
      // Bytes beyond the end are undefined, which counts as zero.
      selector: (input[0]! << 24) | (input[1]! << 16) | (input[2]! << 8) | input[3]!,
      inputLength: input.length,
      outcome: 0,
      gasUsed: 0,
      outputLength: 0,
      output: undefined,
    }
    this.#notes.push(note)
    this.#open.push(note)
  }

  exit(exit: FrameExit): void {
    const note = this.#open.pop()!
    const { length } = exit.output
    note.outcome = outcomeNumber(exit)
    note.gasUsed = Math.max(0, exit.gasUsed)
    note.outputLength = length
    if (note.depth === 0 && length <= maximumOutputLength)
      note.output = stripLeadingZeros(exit.output).slice()
  }

  selfDestruct(address: Address, beneficiary: Address, balance: bigint): void {
    this.#addMovement(destructionKind, address, beneficiary, balance)
  }

  transfer(from: Address, to: Address, amount: bigint): void {
    this.#addMovement(paymentKind, from, to, amount)
  }

  #addMovement(kind: number, from: Address, to: Address, value: bigint): void {
    this.#notes.push({
      kind,
      depth: this.#open.length,
      from: this.#place(from),
      to: this.#place(to),
      value,
      ...withoutCode,
    })
  }

  #restart(): void {
    this.#notes.length = 0
    this.#open.length = 0
  }

  #place(address: Uint8Array): number {
    const key = addressKey(address)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(key, place)
    return place
  }
}
