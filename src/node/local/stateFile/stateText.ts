import { latestTimestamp } from '../../../mining/inputs/clock.ts'
import { Buffer } from '../../../platform/buffer.ts'
import { gunzip, gzip } from '../../../platform/compression.ts'
import { type Address, asAddress, leftPad } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { remascAddress } from '../../../protocol/addresses.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { creationsText, participantsText, pastBlockText, readHistory } from './history.ts'
import { type DumpedAccount, type DumpedHistory, type StateDump, StateFileError } from './stateDump.ts'

const format = 'cambium-state'
const version = 1

/** The dump as JSON. */
export function stateText({ chainId, block, accounts, history }: StateDump): string {
  const members = accounts.map((account) => [toHex(account.address), accountObject(account)])
  return JSON.stringify({
    format,
    version,
    chainId,
    block,
    accounts: Object.fromEntries(members),
    ...(history && { history: historyObject(history) }),
  })
}

/** Versions without it read the file as one without blocks. */
const historyObject = ({ blocks, remasc }: DumpedHistory): object => ({
  ...(remasc && { remasc: accountObject(remasc) }),
  blocks: blocks.map(pastBlockText),
  participants: blocks.map(participantsText),
  creations: blocks.map(creationsText),
})

const accountObject = ({ nonce, balance, isContract, code, storage }: DumpedAccount): object => ({
  nonce: toQuantity(nonce),
  balance: toQuantity(balance),
  ...(isContract && { contract: true }),
  ...(code !== undefined && { code: toHex(code) }),
  ...(storage.length > 0 && {
    storage: Object.fromEntries(storage.map(({ cell, value }) => [toHex(cell), toHex(value)])),
  }),
})

type Members = Readonly<Record<string, unknown>>

/** Reads and checks the whole text before anything changes. Throws `StateFileError`. */
export function readStateText(text: string, network: Network): StateDump {
  const { chainId } = network
  const file = parsed(text)
  const { format: found, version: ofFile, chainId: ofChain, accounts: listed, block: taken } = file
  if (found !== format) throw new StateFileError('is not a state file of Cambium')
  if (ofFile !== version) throw new StateFileError(`has the format version ${String(ofFile)}, not ${version}`)
  if (ofChain !== chainId) {
    throw new StateFileError(`is of chain ${String(ofChain)}, but this chain is ${chainId}`)
  }
  const accounts = Object.entries(members(listed, 'accounts')).map(([address, value]) =>
    readAccount(address, members(value, address)),
  )
  const place = members(taken, 'block')
  const block = {
    number: wholeNumber(place, 'number'),
    timestamp: wholeNumber(place, 'timestamp', latestTimestamp),
  }
  const { history } = file
  return {
    chainId,
    block,
    accounts,
    history:
      history === undefined ? undefined : dumpedHistory(members(history, 'history'), block.number, network),
  }
}

function dumpedHistory(file: Members, head: number, network: Network): DumpedHistory {
  const { remasc } = file
  const blocks = readHistory(file, head, network)
  const address = toHex(remascAddress)
  return {
    blocks,
    remasc: remasc === undefined ? undefined : readAccount(address, members(remasc, 'remasc')),
  }
}

function parsed(text: string): Members {
  try {
    return members(JSON.parse(text), 'the file')
  } catch (error) {
    if (error instanceof SyntaxError) throw new StateFileError('is not complete JSON')
    throw error
  }
}

function readAccount(text: string, value: Members): DumpedAccount {
  const address = asAddress(fixed(text, 20, 'an address'))
  const { code, storage = {}, contract } = value
  return {
    address,
    nonce: amount(value, 'nonce', text),
    balance: amount(value, 'balance', text),
    isContract: contract === true || code !== undefined,
    code: code === undefined ? undefined : bytes(code, `code of ${text}`),
    storage: Object.entries(members(storage, `storage of ${text}`)).map(([cell, content]) => ({
      cell: leftPad(bytes(cell, `storage of ${text}`, 32), 32),
      value: bytes(content, `storage of ${text}`),
    })),
  }
}

function members(value: unknown, where: string): Members {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Members
  throw new StateFileError(`${where} is not an object`)
}

function bytes(value: unknown, where: string, longest = Number.POSITIVE_INFINITY): Uint8Array {
  if (typeof value !== 'string') throw new StateFileError(`${where} is not hex`)
  try {
    const read = fromHex(value, where)
    if (read.length <= longest) return read
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
  }
  throw new StateFileError(`${where} is not hex of at most ${longest} bytes`)
}

function fixed(value: string, length: number, where: string): Uint8Array {
  const read = bytes(value, where)
  if (read.length !== length) throw new StateFileError(`${value.slice(0, 50)} is not ${where}`)
  return read
}

function amount(value: Members, name: string, address: Address | string): bigint {
  const text = value[name]
  if (typeof text === 'string' && /^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text)
  throw new StateFileError(`${name} of ${String(address)} is not a number in hex`)
}

function wholeNumber(value: Members, name: string, highest = Number.MAX_SAFE_INTEGER): number {
  const number = value[name]
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= highest)
    return number
  throw new StateFileError(`${name} of the block is not a whole number up to ${highest}`)
}

/** Bytes of an unpacked state. More would not fit into a text. */
const maximumState = 256 << 20
const gzipMark = [0x1f, 0x8b]

/** The text of a state as Anvil's clients exchange it: gzip. */
export const packState = (text: string): Promise<Uint8Array> => gzip(Buffer.from(text))

/** The text of a packed state, or of one that is not packed. Throws `StateFileError`. */
export async function unpackState(bytes: Uint8Array): Promise<string> {
  if (bytes[0] !== gzipMark[0] || bytes[1] !== gzipMark[1]) return Buffer.from(bytes).toString()
  try {
    return Buffer.from(await gunzip(bytes, maximumState)).toString()
  } catch {
    throw new StateFileError('is not a whole gzip file, or unpacks to more than 256 MiB')
  }
}
