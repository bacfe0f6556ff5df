import { loneHeaderRejection } from '../../chain/importing/blockRules.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { minimumDifficulty } from '../../protocol/difficulty.ts'
import { decodeHeader } from '../../protocol/headers/decode.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { boundedFrom, type JsonObject, objectFrom } from '../../upstream/answers/fields.ts'
import { headerFrom } from '../../upstream/answers/headerFrom.ts'

/** Maximum bytes of an encoded header; those of mainnet have about 1,100. */
const maximumHeaderBytes = 256 << 10

/** What an endpoint gives for a header: the JSON of its block, or its encoding in hex. */
export type GivenHeader = string | JsonObject

export const givenHeader = (result: unknown, where: string): GivenHeader =>
  typeof result === 'string' ? result : objectFrom(result, where)

/** Why a header is refused. */
export interface HeaderFault {
  /** Whether it is refused because of the clock, which may be that of this machine. */
  readonly isOfClock: boolean
  readonly detail: string
}

export const isFault = (checked: BlockHeader | HeaderFault): checked is HeaderFault => 'isOfClock' in checked

/** Reads a header and applies the rules for which its parent is not needed. */
export function checkHeader(
  given: GivenHeader,
  network: Network,
  nowSeconds: number,
): BlockHeader | HeaderFault {
  try {
    const header = readHeader(given, network)
    // The first block of a chain has no work; its hash is compared with the anchor.
    if (header.number === 0) return header
    const minimum = network.forkDifficulty ?? minimumDifficulty(network, header.number)
    if (header.difficulty < minimum) {
      const detail = `block ${header.number} has the difficulty ${header.difficulty}, less than ${minimum}`
      return { isOfClock: false, detail }
    }
    const rejection = loneHeaderRejection(header, network, nowSeconds)
    if (rejection === undefined) return header
    const detail = `block ${header.number} breaks the rule ${rejection.reason}: ${rejection.detail}`
    return { isOfClock: rejection.reason === 'timestamp', detail }
  } catch (error) {
    if (error instanceof DecodeError) return { isOfClock: false, detail: error.message }
    throw error
  }
}

function readHeader(given: GivenHeader, network: Network): BlockHeader {
  if (typeof given !== 'string') return headerFrom(given, network, 'header')
  return decodeHeader(boundedFrom(given, maximumHeaderBytes, 'header'), network)
}
