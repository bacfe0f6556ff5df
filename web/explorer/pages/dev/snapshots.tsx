import { signal } from '@preact/signals'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { Action } from './action.tsx'

interface Snapshot {
  readonly id: Hex
  readonly block: bigint
}

/** Taken by this page; the node does not list them. */
const snapshots = signal<readonly Snapshot[]>([])

export function Snapshots() {
  const take = async () => {
    const [id, block] = await Promise.all([call<Hex>('evm_snapshot'), call<Hex>('eth_blockNumber')])
    snapshots.value = [...snapshots.value, { id, block: BigInt(block) }]
    return `Snapshot ${BigInt(id)} was taken at block ${BigInt(block)}.`
  }
  const restore = (snapshot: Snapshot) => async () => {
    const isDone = await call<boolean>('evm_revert', snapshot.id)
    // A restored snapshot is used up, and so are those after it.
    snapshots.value = snapshots.value.slice(0, snapshots.value.indexOf(snapshot))
    if (!isDone) throw new Error('The node does not have this snapshot any more.')
    return 'Restored.'
  }
  return (
    <>
      <Action label="Take a snapshot" run={take} />
      {snapshots.value.map((snapshot) => (
        <Action
          key={snapshot.id}
          label={`Restore ${BigInt(snapshot.id)} (block ${snapshot.block})`}
          run={restore(snapshot)}
        />
      ))}
    </>
  )
}
