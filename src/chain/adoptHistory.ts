import type { ContractCreation } from '../execution/host/evmHost.ts'
import type { Hash } from '../primitives/bytes.ts'
import { type Block, weightOf } from '../protocol/block.ts'
import type { Receipt } from '../protocol/receipts.ts'
import { remascSender } from '../protocol/transactions/remasc.ts'
import type { State } from '../state/state.ts'
import type { Store } from '../store/store.ts'
import { addToIndexes } from './importing/canonicalIndexes.ts'
import { takeSerial } from './storage/blockRecords.ts'
import { putBlock } from './storage/blocks.ts'
import { putHead } from './storage/canonicalHashes.ts'
import { saveState } from './storage/nodeClusters.ts'
import { putEdit } from './storage/stateEdits.ts'
import type { States } from './storage/states.ts'
import { putStateTables, stateTables } from './storage/stateTables.ts'
import { putCreations } from './traces/creations.ts'
import { putParticipants } from './traces/participants.ts'

/** A block of an earlier run of a development chain with the results of its transactions. */
export interface AdoptedBlock {
  readonly block: Block
  readonly receipts: readonly Receipt[]
  /** Map keys of the accounts in its calls. */
  readonly participants: ReadonlySet<string>
  /** The contracts that it created. */
  readonly creations: readonly ContractCreation[]
}

interface History {
  /** All blocks of the earlier run from its genesis block on, each the child of the one before. */
  readonly blocks: readonly AdoptedBlock[]
  readonly states: States
  /** Root of the stored state after the first block. */
  readonly firstRoot: Hash
  /** Makes the state after the last block from it. Other states are not known. */
  readonly edit: (state: State) => void
}

/** Makes the blocks of an earlier run the chain of a store that has nothing but its own genesis block. */
export function adoptHistory(store: Store, { blocks, states, firstRoot, edit }: History): void {
  const state = states.at(firstRoot)
  edit(state)
  // Every block but the first has a REMASC transaction, whose nonces are counted.
  state.setNonce(remascSender, BigInt(blocks.length - 1))
  const last = state.commit()
  store.write((batch) => {
    saveState(batch, last)
    let totalDifficulty = 0n
    for (const { block, receipts, participants, creations } of blocks) {
      const { header } = block
      totalDifficulty += weightOf(block)
      const serial = takeSerial(batch, header.hash)
      putBlock(batch, serial, { header, totalDifficulty, stateRoot: header.stateRoot }, block, receipts)
      putParticipants(batch, serial, participants)
      putCreations(batch, serial, creations)
      addToIndexes(batch, block, receipts)
      putHead(batch, header.hash)
    }
    putEdit(batch, blocks[0]!.block.header.hash, firstRoot)
    putEdit(batch, blocks.at(-1)!.block.header.hash, last.hash())
    putStateTables(batch, { ...stateTables(batch), hasGaps: true })
  })
}
