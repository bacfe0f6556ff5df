import { keccak256 } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Reader } from '../../store/store.ts'
import { cacheShares } from '../storage/cacheShares.ts'
import { States } from '../storage/states.ts'
import type { VerifyStep } from './finding.ts'

const entriesPerStep = 4096
const walkedCacheBytes = 32 << 20

/** Compares every stored node and long value with its hash, in the order of the disk. */
export function* verifyNodes(reader: Reader): Generator<VerifyStep, void, undefined> {
  for (const table of ['trie', 'trieTwin', 'values'] as const) {
    let done = 0
    for (const { key, value } of reader.range(table)) {
      if (!equalBytes(keccak256(value), key)) {
        const what = `the ${table === 'values' ? 'trie value' : 'trie node'} ${toHex(key)}`
        yield { finding: { part: 'state', what: `${what} is not what was written` } }
      }
      if (++done % entriesPerStep === 0) {
        yield {
          progress: { what: table === 'values' ? 'trie values' : 'trie nodes', done, total: undefined },
        }
      }
    }
  }
}

/** Walks a whole state, so that a missing node is found too. Ends with the first finding. */
export function* verifyState(
  reader: Reader,
  root: Hash,
  name: string,
): Generator<VerifyStep, void, undefined> {
  const states = new States(reader, cacheShares(walkedCacheBytes))
  let done = 0
  try {
    for (const _ of states.trieAt(root).entries()) {
      if (++done % entriesPerStep === 0) {
        yield { progress: { what: `entries of ${name}`, done, total: undefined } }
      }
    }
  } catch (error) {
    yield { finding: { part: 'state', what: `${name}: ${reasonOf(error)}` } }
  }
}
