import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { State } from '../state/state.ts'
import { saveState } from './storage/nodeClusters.ts'
import { putEdit } from './storage/stateEdits.ts'
import type { StoredChainParts } from './storedChain.ts'

/* Edited states of a development chain: the state after a block is another one than that of its execution. */

type EditedChain = Pick<StoredChainParts, 'store' | 'blocks' | 'states'>

/** Changes the state after the best block, which keeps its hash. */
export function editHeadState({ store, blocks, states }: EditedChain, edit: (state: State) => void): void {
  const { record, hash } = blocks.head
  const state = states.at(blocks.stateRoot(record))
  edit(state)
  const edited = state.commit()
  store.write((batch) => {
    saveState(batch, edited)
    putEdit(batch, hash, edited.hash())
  })
}

/** Returns the state after the best block to one that it had before; undefined is that of its execution. */
export function restoreHeadState({ store, blocks }: EditedChain, root: Hash | undefined): void {
  const { hash } = blocks.head
  const present = blocks.editedRoot(hash)
  const isSame = present && root ? equalBytes(present, root) : present === root
  if (!isSame) store.write((batch) => putEdit(batch, hash, root))
}

/** A block that is mined again after a rewind may have the same hash, but its state is not edited. */
export function discardEditsAbove(number: number, { store, blocks }: EditedChain): void {
  const edited: Hash[] = []
  for (let above = blocks.head.number; above > number; above--) {
    const hash = blocks.canonicalHash(above)
    if (hash !== undefined && blocks.editedRoot(hash) !== undefined) edited.push(hash)
  }
  if (edited.length === 0) return
  store.write((batch) => {
    for (const hash of edited) putEdit(batch, hash, undefined)
  })
}
