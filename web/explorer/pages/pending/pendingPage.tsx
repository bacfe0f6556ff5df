import { useEffect, useRef, useState } from 'preact/hooks'
import { gasPrice, grouped, integerOf } from '../../../shared/format/quantity.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useSteady } from '../../../shared/parts/steady.ts'
import { type Column, Table } from '../../../shared/parts/table.tsx'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { Sentence } from '../../../shared/sentence/sentenceText.tsx'
import { now } from '../../../shared/time/now.ts'
import { GoneTransactions } from './goneTransactions.tsx'
import { type PoolContent, PoolWatch, type Waiting } from './poolWatch.ts'

const askedEverySeconds = 3
const maximumShown = 200

/** The pool, by price, and what left it since the page was opened. */
export function PendingPage() {
  const watch = useRef<PoolWatch>(undefined)
  watch.current ??= new PoolWatch()
  const [looks, setLooks] = useState(0)
  const turn = Math.floor(now.value / 1000 / askedEverySeconds)
  const loaded = useLoaded(() => call<PoolContent>('txpool_content'), 'pool', [head.value?.hash, turn])
  const content = loaded.state === 'ready' ? loaded.value : undefined
  useEffect(() => {
    if (content === undefined) return
    watch.current?.look(content, Date.now())
    setLooks((count) => count + 1)
  }, [content])
  const isWatched = looks > 0
  return (
    <>
      <h1>Pending transactions</h1>
      <Panel title="In the pool" aside={<small>The best payers first</small>}>
        <LoadedPart loaded={loaded} what="Asking the node for its pool">
          {() => (isWatched ? <WaitingTable waiting={watch.current?.waiting ?? []} /> : null)}
        </LoadedPart>
      </Panel>
      <Panel title="Left the pool since this page was opened">
        <GoneTransactions gone={watch.current.gone} />
      </Panel>
    </>
  )
}

function WaitingTable({ waiting }: { readonly waiting: readonly Waiting[] }) {
  const { shown, place } = useSteady(waiting)
  if (shown.length === 0) return <Empty>No transaction waits for a block.</Empty>
  return (
    <div {...place}>
      <Table
        label="Pending transactions"
        columns={columns}
        rows={shown.slice(0, maximumShown)}
        keyOf={({ transaction }) => transaction.hash}
      />
      {shown.length > maximumShown && <p>… and {grouped(shown.length - maximumShown)} that pay less.</p>}
    </div>
  )
}

const columns: readonly Column<Waiting>[] = [
  {
    name: 'Transaction',
    cell: ({ transaction: { hash }, isQueued }) => (
      <span>
        <TransactionLink value={hash} />{' '}
        {isQueued && (
          <span class="badge" title="It waits for another transaction of its sender.">
            queued
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'What it wants',
    cell: ({ transaction }) => <Sentence transaction={transaction} receipt={undefined} />,
  },
  { name: 'Gas price', isAmount: true, cell: ({ transaction }) => gasPrice(integerOf(transaction.gasPrice)) },
  { name: 'Nonce', isAmount: true, cell: ({ transaction }) => grouped(integerOf(transaction.nonce)) },
  // Nodes do not report when a transaction arrived, so its age counts from when the page first saw it.
  { name: 'Seen', cell: ({ firstSeenMs }) => <Age timestamp={Math.floor(firstSeenMs / 1000)} /> },
]
