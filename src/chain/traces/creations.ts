import type { ContractCreation } from '../../execution/host/evmHost.ts'
import { asAddress, concatBytes } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { canonicalRecord, putBlockRecord, type Serial } from '../storage/blockRecords.ts'
import { numberInKey, numberKey } from '../storage/numbers.ts'

/*
 * The contracts that a block created. The record names the creator of a contract where no state is left to execute the block
 * again: for pruned blocks, blocks that were passed in a group, and the blocks of a state file. Most blocks create no
 * contract and have no record.
 */

const indexLength = 4
const addressLength = 20
/** Bytes of a creation: the position of its transaction, the contract, its creator. */
export const creationLength = indexLength + 2 * addressLength

export function putCreations(batch: Batch, serial: Serial, creations: readonly ContractCreation[]): void {
  if (creations.length > 0) putBlockRecord(batch, 'creations', serial, encodeCreations(creations))
}

/** The creations of a canonical block, in the order of its transactions. */
export function creationsOf(reader: Reader, number: number): ContractCreation[] {
  const record = canonicalRecord(reader, 'creations', number)
  return record === undefined ? [] : decodeCreations(record)
}

export const encodeCreations = (creations: readonly ContractCreation[]): Uint8Array =>
  concatBytes(
    ...creations.flatMap(({ transactionIndex, contract, creator }) => [
      numberKey(transactionIndex, indexLength),
      contract,
      creator,
    ]),
  )

/** `bytes` are whole creations. */
export function decodeCreations(bytes: Uint8Array): ContractCreation[] {
  const creations: ContractCreation[] = []
  for (let at = 0; at < bytes.length; at += creationLength) {
    const contractAt = at + indexLength
    const creatorAt = contractAt + addressLength
    creations.push({
      transactionIndex: numberInKey(bytes.subarray(at, contractAt)),
      contract: asAddress(bytes.slice(contractAt, creatorAt)),
      creator: asAddress(bytes.slice(creatorAt, creatorAt + addressLength)),
    })
  }
  return creations
}
