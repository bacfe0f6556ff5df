import { asciiBytes, asHash, concatBytes, equalBytes, type Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'

/* Edited states of a development chain: `meta` maps the hash of a block to the root of the edited state after it. */

const prefix = asciiBytes('edit.')
const keyOf = (hash: Hash): Uint8Array => concatBytes(prefix, hash)

/** Root of the edited state after a block; undefined when the state is that of the block's execution. */
export function readEdit(reader: Reader, hash: Hash): Hash | undefined {
  const root = reader.get('meta', keyOf(hash))
  return root && asHash(root)
}

/** Replaces the state after a block by an edited one; undefined restores that of the block's execution. */
export function putEdit(batch: Batch, hash: Hash, root: Hash | undefined): void {
  if (root === undefined) batch.delete('meta', keyOf(hash))
  else batch.put('meta', keyOf(hash), root)
}

/** The roots of all edited states. */
export function* editedRoots(reader: Reader): Generator<Hash, void, undefined> {
  for (const { key, value } of reader.range('meta', { start: prefix })) {
    if (!equalBytes(key.subarray(0, prefix.length), prefix)) return
    yield asHash(value)
  }
}
