import { useRef } from 'preact/hooks'
import { grouped, numberOf, scaled } from '../../../shared/format/quantity.ts'
import { duration } from '../../../shared/format/time.ts'
import { Figure } from '../../../shared/parts/facts.tsx'
import type { Block, Hex } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { now } from '../../../shared/time/now.ts'
import { type Progress, remainingSeconds } from './syncRate.ts'

interface Syncing {
  readonly currentBlock: Hex
  readonly highestBlock: Hex
}

const askedEverySeconds = 10

/** What the node tells of itself: pool, hash rate, peers or how far it has caught up. */
export function NodeFigures({ head }: { readonly head: Block }) {
  const begun = useRef<Progress | undefined>(undefined)
  const turn = Math.floor(now.value / 1000 / askedEverySeconds)
  const { value } = useLoaded(askNode, 'node', [head.hash, turn])
  if (value === undefined) return null
  const { pool, hashRate, peers, syncing } = value
  return (
    <>
      <Figure name="Pending" note={`${grouped(numberOf(pool?.queued))} queued`}>
        {pool === undefined ? '–' : grouped(numberOf(pool.pending))}
      </Figure>
      <Figure name="Hash rate">{hashRate === undefined ? '–' : scaled(hashRate, 'H/s')}</Figure>
      {syncing ? (
        <SyncFigure syncing={syncing} begun={begun} />
      ) : (
        <Figure name="Peers">{peers === undefined ? '–' : grouped(numberOf(peers))}</Figure>
      )}
    </>
  )
}

async function askNode() {
  const [pool, hashRate, peers, syncing] = await Promise.all([
    call<{ pending: Hex; queued: Hex }>('txpool_status').catch(() => undefined),
    call<number>('eth_netHashrate').catch(() => undefined),
    call<Hex>('net_peerCount').catch(() => undefined),
    call<Syncing | false>('eth_syncing'),
  ])
  return { pool, hashRate, peers, syncing }
}

interface SyncFigureProps {
  readonly syncing: Syncing
  readonly begun: { current: Progress | undefined }
}

function SyncFigure({ syncing: { currentBlock, highestBlock }, begun }: SyncFigureProps) {
  const [current, highest] = [numberOf(currentBlock), numberOf(highestBlock)]
  const progress = { block: current, atMs: now.value }
  begun.current ??= progress
  const remaining = remainingSeconds(begun.current, progress, highest)
  const note = remaining === undefined ? 'the rate is being measured' : `about ${duration(remaining)} left`
  return (
    <Figure name="Synchronising" note={note}>
      {grouped(current)} of {grouped(highest)}
    </Figure>
  )
}
