import { toHexDigits } from '../../../../primitives/hex.ts'
import type { Mempool, MempoolEntry } from '../../chain/mempool.ts'
import { signalsReplacement } from '../../chain/replacement.ts'
import { bitcoins } from '../amounts.ts'
import type { JsonObject } from '../json.ts'

export function mempoolEntryShape(entry: MempoolEntry, mempool: Mempool): JsonObject {
  const ancestors = mempool.ancestorsOf(entry)
  const descendants = mempool.descendantsOf(entry.key)
  const all = (keys: Iterable<string>): MempoolEntry[] => [...keys].map((key) => mempool.get(key)!)
  const fees = (entries: readonly MempoolEntry[]): number =>
    bitcoins(entries.reduce((sum, { fee }) => sum + fee, 0n))
  const size = (entries: readonly MempoolEntry[]): number =>
    entries.reduce((sum, { virtualSize }) => sum + virtualSize, 0)
  const withAncestors = [entry, ...all(ancestors)]
  return {
    vsize: entry.virtualSize,
    weight: entry.weight,
    time: entry.time,
    height: entry.height,
    descendantcount: descendants.size,
    descendantsize: size(all(descendants)),
    ancestorcount: withAncestors.length,
    ancestorsize: size(withAncestors),
    wtxid: toHexDigits(entry.hash),
    fees: {
      base: bitcoins(entry.fee),
      modified: bitcoins(entry.fee),
      ancestor: fees(withAncestors),
      descendant: fees(all(descendants)),
    },
    depends: mempool.parentsOf(entry),
    spentby: [...descendants].filter((key) => mempool.parentsOf(mempool.get(key)!).includes(entry.key)),
    'bip125-replaceable': withAncestors.some(signalsReplacement),
    unbroadcast: false,
  }
}
