import { selectorLength, selectorOf } from '../../../native/abi/method.ts'
import { Buffer } from '../../../platform/buffer.ts'
import { type Address, asAddress } from '../../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../../primitives/hex.ts'
import { addressKey } from '../../../primitives/mapKeys.ts'
import { printable } from '../../../primitives/printable.ts'
import { valueText } from './argumentTexts.ts'
import type { Repeat } from './executions.ts'

/**
 * Contracts under test send messages to their developer by calls to this address, which has no code: `console.sol` of
 * Hardhat and Foundry. The address is "console.log" in ASCII.
 */
export const consoleAddress: Address = asAddress(fromHex('000000000000000000636F6e736F6c652e6c6f67'))

const wordBytes = 32
/** Longer messages are cut. */
const maximumText = 10_000

/** `log` takes up to four values of these types. Older libraries wrote `uint` in signatures. */
const loggedTypes = ['address', 'bool', 'string', 'uint256'] as const
const maximumValues = 4
const fixedBytes = Array.from({ length: 32 }, (_, index) => `bytes${index + 1}`)

const single: readonly (readonly [name: string, type: string])[] = [
  ['log', 'int256'],
  ['log', 'bytes'],
  ['log', 'bytes32'],
  ['logInt', 'int256'],
  ['logUint', 'uint256'],
  ['logString', 'string'],
  ['logBool', 'bool'],
  ['logAddress', 'address'],
  ['logBytes', 'bytes'],
  ...fixedBytes.map((type) => [`log${type.replace('b', 'B')}`, type] as const),
]

let bySelector: ReadonlyMap<string, readonly string[]> | undefined

function typesBySelector(): ReadonlyMap<string, readonly string[]> {
  if (bySelector !== undefined) return bySelector
  const known = new Map<string, readonly string[]>()
  const add = (name: string, types: readonly string[]): void => {
    for (const signature of spellings(name, types)) known.set(toHexDigits(selectorOf(signature)), types)
  }
  for (const types of loggedTogether()) add('log', types)
  for (const [name, type] of single) add(name, [type])
  bySelector = known
  return known
}

const spellings = (name: string, types: readonly string[]): string[] => {
  const signature = `${name}(${types.join(',')})`
  return [signature, signature.replaceAll('int256', 'int')]
}

function* loggedTogether(types: readonly string[] = []): Generator<readonly string[], void, undefined> {
  yield types
  if (types.length === maximumValues) return
  for (const type of loggedTypes) yield* loggedTogether([...types, type])
}

/** The message of a call to the console; undefined for an unknown method. */
export function consoleText(input: Uint8Array): string | undefined {
  const types = typesBySelector().get(toHexDigits(input.subarray(0, selectorLength)))
  if (types === undefined) return undefined
  const body = input.subarray(selectorLength)
  const values = types.map((type, index) => valueText(type, body, index * wordBytes))
  return printable(filledIn(values, types[0] === 'string')).slice(0, maximumText)
}

/** The first text may have placeholders for the following values; values without a placeholder are appended. */
function filledIn(values: readonly string[], isFormat: boolean): string {
  const [first = '', ...rest] = values
  if (!isFormat) return values.join(' ')
  const filled = first.replace(/%[sdioO%]/g, (placeholder) =>
    placeholder === '%%' ? '%' : (rest.shift() ?? placeholder),
  )
  return [filled, ...rest].join(' ')
}

/** The address without leading zeros, which is in the code of each contract that uses the console. */
const mark = 'console.log'
const consoleKey = addressKey(consoleAddress)

/**
 * Finds out whether an execution called the console. On a chain that has received no such code it cannot have;
 * otherwise the execution is repeated without a tracer, while accesses to the console's account are observed.
 */
export class ConsoleUse {
  #isPossible: boolean

  /** Contracts that exist already are assumed to use the console; their code is not searched. */
  constructor(hasContracts: boolean) {
    this.#isPossible = hasContracts
  }

  /** Data that may become code. */
  see(data: Uint8Array): void {
    this.#isPossible ||= Buffer.from(data.buffer, data.byteOffset, data.length).includes(mark, 0, 'latin1')
  }

  isIn(repeat: Repeat): boolean {
    if (!this.#isPossible) return false
    let isSeen = false
    const note = (address: string): void => {
      isSeen ||= address === consoleKey
    }
    repeat({ accesses: { read: note, write: note } })
    return isSeen
  }
}
