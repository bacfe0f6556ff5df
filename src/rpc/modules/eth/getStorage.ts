import type { Address } from '../../../primitives/bytes.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import { unitsOfValues } from '../../budget/workPrices.ts'
import { notObject, tooManyItems } from '../../errors/errors.ts'
import { namedMember } from '../../errors/memberError.ts'
import { shortened } from '../../errors/shortened.ts'
import { isJsonObject } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, defineRead } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { readStorageCell, storageCellParameters, storageWord } from '../../node/storageCell.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock } from '../../params/blockReference.ts'
import { type Codec, optional, required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'
import { listOf } from '../../params/text.ts'

export const ethGetStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: 'The 32 bytes in a storage cell of a contract.',
  params: storageCellParameters,
  result: schema.hash,
  cost: 2,
  upstream: 'state',
  handler: ([contract, position, block], { node }) =>
    storageWord(readStorageCell(contract, position, block, node)),
})

/** The limit of go-ethereum. */
const maximumCells = 1_024

interface AskedCells {
  /** As the caller wrote it. */
  readonly name: string
  readonly contract: Address
  readonly positions: readonly bigint[]
}

const positions = listOf(quantity, 'storage cells', maximumCells)

/** Contracts with lists of the positions of their storage cells. */
const askedCells: Codec<readonly AskedCells[]> = {
  schema: schema.mapOf(schema.arrayOf(schema.quantity)),
  decode(value) {
    if (!isJsonObject(value)) throw notObject()
    const entries = Object.entries(value)
    if (entries.length > maximumCells) throw tooManyItems('contracts', maximumCells)
    const asked = entries.map(([name, list]) =>
      namedMember(shortened(name), () => ({
        name,
        contract: address.decode(name),
        positions: positions.decode(list),
      })),
    )
    const count = asked.reduce((sum, each) => sum + each.positions.length, 0)
    if (count > maximumCells) throw tooManyItems('storage cells', maximumCells)
    return asked
  },
}

export const ethGetStorageValues = defineRead({
  name: 'eth_getStorageValues',
  summary: 'The contents of storage cells of several contracts after one block, by contract.',
  params: [required('cells', askedCells), optional('block', blockReference, latestBlock)],
  result: schema.mapOf(schema.arrayOf(schema.hash)),
  cost: 20,
  upstream: 'trusted',
  handler([asked, block], { node, work }) {
    work.add(unitsOfValues(asked.reduce((sum, { positions }) => sum + positions.length, 0)))
    const state = selectState(block, node)
    const word = (contract: Address, position: bigint): string =>
      storageWord(state.storage(contract, wordBytes(position)))
    return Object.fromEntries(
      asked.map(({ name, contract, positions }) => [
        name,
        positions.map((position) => word(contract, position)),
      ]),
    )
  },
})
