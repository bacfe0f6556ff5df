import { type Address, leftPad } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { address } from '../params/address.ts'
import { type BlockReference, blockReference } from '../params/blockReference.ts'
import { required } from '../params/parameter.ts'
import { quantity } from '../params/quantity.ts'
import type { LookupNode } from './lookupNode.ts'
import { selectState } from './selection.ts'

/** The parameters that name a storage cell of a contract. */
export const storageCellParameters = [
  required('address', address),
  required('position', quantity),
  required('block', blockReference),
] as const

/** A cell as a word. Native contracts keep longer values; the reference node answers their first 32 bytes. */
export const storageWord = (cell: Uint8Array): string => toHex(leftPad(cell.subarray(0, 32), 32))

/** The bytes of a cell: empty when it was never set, and more than a word where native contracts keep more. */
export const readStorageCell = (
  contract: Address,
  position: bigint,
  block: BlockReference,
  node: Pick<LookupNode, 'chain' | 'pending'>,
): Uint8Array => selectState(block, node).storage(contract, wordBytes(position))
