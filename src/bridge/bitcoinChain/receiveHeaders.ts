import { BitcoinHeader, bitcoinHeaderLength } from '../../bitcoin/blocks/bitcoinHeader.ts'
import { readVariableInteger } from '../../bitcoin/serialization/variableInteger.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { lastHeaderTime } from '../cells/bitcoinChain.ts'
import { ArgumentError, type BridgeCall, type BridgeContext } from '../context/bridgeContext.ts'
import { checkMember } from '../context/currentFederations.ts'
import { BitcoinChain } from './chain.ts'

/** Minimum time between two headers that `receiveHeader` accepts (RSKIP200). */
const secondsBetweenHeaders = 300
/** Maximum number of blocks below the head at which a branch may begin. */
const maximumForkDepth = 25
/** Before RSKIP124 a count of transactions could follow the header. */
const maximumLegacyHeaderLength = 85

const outcome = {
  added: 0n,
  tooSoon: -1n,
  tooOld: -2n,
  unknownParent: -3n,
  known: -4n,
  wrongSize: -20n,
  invalid: -99n,
} as const

/** Adds the headers whose parent is known and ignores the others. */
export function receiveHeaders(bridge: BridgeCall, encoded: readonly Uint8Array[]): void {
  // Every account could send headers while RSKIP124 was active without RSKIP200.
  const isOpenToAll = bridge.rules.rskip124 && !bridge.rules.rskip200
  if (!isOpenToAll) checkMember(bridge)
  const headers = encoded.map((bytes) => decodeHeader(bridge, bytes))
  const chain = BitcoinChain.open(bridge)
  for (const header of headers) {
    const parent = chain.block(header.parentHash)
    if (!parent) continue
    if (hasTooMuchWork(bridge, parent.height + 1)) break
    tryToAdd(chain, header)
  }
}

function decodeHeader({ rules }: BridgeContext, bytes: Uint8Array): BitcoinHeader {
  if (bytes.length === bitcoinHeaderLength) return new BitcoinHeader(bytes)
  const mayBeBlock =
    !rules.rskip124 && bytes.length > bitcoinHeaderLength && bytes.length <= maximumLegacyHeaderLength
  if (mayBeBlock && hasNoTransactions(bytes)) return new BitcoinHeader(bytes.subarray(0, bitcoinHeaderLength))
  throw new ArgumentError(`a header of ${bytes.length} bytes is malformed`)
}

/** Five bytes cannot contain a transaction, so only a count of zero is valid. */
function hasNoTransactions(bytes: Uint8Array): boolean {
  try {
    return readVariableInteger(bytes, bitcoinHeaderLength).value === 0n
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** From this height on the total work did not fit in its cell, until RSKIP434. */
const hasTooMuchWork = ({ constants, rules }: BridgeContext, height: number): boolean =>
  constants.excessiveWorkHeight !== undefined && !rules.rskip434 && height >= constants.excessiveWorkHeight

/** Whether the header is now stored. */
function tryToAdd(chain: BitcoinChain, header: BitcoinHeader): boolean {
  try {
    return chain.add(header)
  } catch (error) {
    if (error instanceof DecodeError) return false
    throw error
  }
}

/** RSKIP200: any account may send a header, and the Bridge accepts one header per `secondsBetweenHeaders` in all. */
export function receiveHeader(bridge: BridgeCall, bytes: Uint8Array): bigint {
  if (bytes.length !== bitcoinHeaderLength) return outcome.wrongSize
  const { cells, native } = bridge
  const header = new BitcoinHeader(bytes)
  const chain = BitcoinChain.open(bridge)
  if (chain.block(header.hash)) return outcome.known
  const last = cells.load(lastHeaderTime)
  if (last !== undefined && native.block.timestamp - last < secondsBetweenHeaders) return outcome.tooSoon
  const parent = chain.block(header.parentHash)
  if (!parent) return outcome.unknownParent
  if (chain.head.height - (parent.height + 1) > maximumForkDepth) return outcome.tooOld
  if (hasTooMuchWork(bridge, parent.height + 1) || !tryToAdd(chain, header)) return outcome.invalid
  cells.set(lastHeaderTime, native.block.timestamp)
  return outcome.added
}
