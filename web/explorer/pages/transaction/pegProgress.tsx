import { integerOf } from '../../../shared/format/quantity.ts'
import { linkTo } from '../../../shared/routing/route.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { readBridge } from '../peg/bridgeReads.ts'
import { loadPegs } from '../peg/loadPegs.ts'

/** What the peg-out of a transaction waits for, and a link to its steps. Renders nothing without a peg-out. */
export function PegProgress({ hash }: { readonly hash: string }) {
  const id = hash.slice(2).toLowerCase()
  const best = integerOf(head.value?.number)
  const { value } = useLoaded(
    async () => (await loadPegs(await readBridge(), best, id, 1)).rows[0],
    `peg-out ${id}`,
    [head.value?.hash],
  )
  if (value === undefined) return null
  return (
    <p>
      {value.waitsFor === '' ? 'The peg-out is over.' : value.waitsFor}{' '}
      <a href={linkTo('peg', id)}>Its steps on both chains</a>
    </p>
  )
}
