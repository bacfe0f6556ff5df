import type { Chain } from '../../chain/chain.ts'
import type { BlockSelector } from '../../chain/selector.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type Address, asAddress, asHash, type Hash } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fixedData } from '../../primitives/quantity.ts'
import { wholeNumber } from '../../settings/valueTypes.ts'
import { CommandFailure, UsageError } from '../commandLine/commandFailure.ts'

/* The identifiers of blocks, transactions and accounts on the command line. */

export const hashNamed = (text: string): Hash => asHash(named(text, 32, 'a transaction hash', 'hash'))

export const addressNamed = (text: string): Address => asAddress(named(text, 20, 'an address', 'address'))

/** A block by its number, its hash or `latest`. */
export function blockNamed(text: string, chain: Chain): StoredBlock {
  const block = chain.select(selectorNamed(text))
  if (block !== undefined) return block
  throw new CommandFailure(`there is no block ${text}: the head is block ${chain.head.number}`)
}

function selectorNamed(text: string): BlockSelector {
  if (text === 'latest') return text
  return wholeNumber(text) ?? asHash(named(text, 32, 'a block number, a block hash or "latest"', 'hash'))
}

function named(text: string, length: number, what: string, kind: 'hash' | 'address'): Uint8Array {
  try {
    return fixedData(text, length)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw new UsageError(
      `${text} is not ${what}: ${kind === 'hash' ? 'a hash' : 'an address'} is 0x and ${2 * length} hex digits`,
    )
  }
}
