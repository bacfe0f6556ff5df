import { integerOf, numberOf, toQuantity } from '../../../shared/format/quantity.ts'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import type { Block, Hex, Receipt, Transaction } from '../../../shared/rpc/answers.ts'
import { head } from '../../../shared/rpc/heads.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { type CurvePoint, CurveTable, minimumPoints } from './curveTable.tsx'
import { searchLogs } from './logSearch.ts'
import { filtersOfToken } from './tokenTransfers.tsx'

interface CurvesProps {
  readonly address: Hex
  readonly isToken: boolean
}

/** The balance of an account over time, and the transfers of a token. */
export function Curves({ address, isToken }: CurvesProps) {
  return (
    <>
      {isToken && <TransferCurve token={address} />}
      <BalanceCurve address={address} />
    </>
  )
}

function BalanceCurve({ address }: { readonly address: Hex }) {
  const loaded = useLoaded(() => loadBalances(address), `balances ${address}`)
  return (
    <LoadedPart loaded={loaded} what="Reading the balance after each transaction">
      {(points) =>
        points.length < minimumPoints ? (
          <Empty>The account takes part in too few blocks for a curve of its balance.</Empty>
        ) : (
          <CurveTable title="Balance in RBTC" unit="RBTC" points={points} />
        )
      }
    </LoadedPart>
  )
}

interface Page {
  readonly txs: readonly Transaction[]
  readonly receipts: readonly (Receipt & { readonly timestamp: number })[]
  readonly lastPage: boolean
}

const maximumPages = 4
const pageSize = 25
const maximumPoints = 60

/** The balance after each of the last blocks in which the account takes part. */
async function loadBalances(address: Hex): Promise<readonly CurvePoint[]> {
  const times = new Map<bigint, number>()
  let before = 0
  for (let count = 0; count < maximumPages; count++) {
    const page = await call<Page>('ots_searchTransactionsBefore', address, before, pageSize)
    page.txs.forEach(({ blockNumber }, index) => {
      times.set(integerOf(blockNumber), Number(page.receipts[index]?.timestamp ?? 0))
    })
    before = numberOf(page.txs.at(-1)?.blockNumber)
    if (page.lastPage || before === 0) break
  }
  const places = evenly([...times].reverse(), maximumPoints)
  const balances = await Promise.allSettled(
    places.map(([block]) => call<Hex>('eth_getBalance', address, toQuantity(block))),
  )
  const points = places.flatMap(([block, time], index) => {
    const balance = balances[index]
    return balance?.status === 'fulfilled' ? [{ block, time, value: rbtcOf(integerOf(balance.value)) }] : []
  })
  const failed = balances.find((balance) => balance.status === 'rejected')
  // States of old blocks may be pruned; the curve shows the others.
  if (failed !== undefined && points.length < minimumPoints) throw failed.reason
  return points
}

/** To a millionth, as a curve shows it. */
const rbtcOf = (wei: bigint): number => Number(wei / 10n ** 12n) / 1e6

/** At most `count` of the items, the last one among them. */
function evenly<Item>(items: readonly Item[], count: number): readonly Item[] {
  const step = Math.ceil(items.length / count)
  return items.filter((_, index) => (items.length - 1 - index) % step === 0)
}

function TransferCurve({ token }: { readonly token: Hex }) {
  const loaded = useLoaded(() => loadTransfers(token), `transfer curve ${token}`)
  return (
    <LoadedPart loaded={loaded} what="Counting the transfers of the token">
      {(points) =>
        points.length < minimumPoints ? (
          <Empty>The token has moved in too few blocks for a curve of its transfers.</Empty>
        ) : (
          <CurveTable title="Transfers of the token" unit="Transfers" points={points} />
        )
      }
    </LoadedPart>
  )
}

const countedLogs = 2_000
const maximumRanges = 40

/** The number of transfers in ranges of equally many blocks, from the oldest that was found to the best block. */
async function loadTransfers(token: Hex): Promise<readonly CurvePoint[]> {
  const best = integerOf(head.peek()?.number ?? (await call<Hex>('eth_blockNumber')))
  const { logs } = await searchLogs(filtersOfToken(token), best, countedLogs)
  const blocks = logs.map(({ blockNumber }) => numberOf(blockNumber))
  const oldest = blocks.at(-1)
  if (oldest === undefined || new Set(blocks).size < minimumPoints) return []
  const span = Number(best) - oldest + 1
  const width = Math.ceil(span / Math.min(maximumRanges, span))
  const counts = new Array<number>(Math.ceil(span / width)).fill(0)
  for (const block of blocks) {
    const range = Math.floor((block - oldest) / width)
    counts[range] = (counts[range] ?? 0) + 1
  }
  const ends = counts.map((_, range) => Math.min(oldest + (range + 1) * width - 1, Number(best)))
  const headers = await Promise.all(
    ends.map((end) => call<Block | null>('eth_getBlockByNumber', toQuantity(end), false)),
  )
  return ends.map((end, range) => ({
    block: BigInt(end),
    time: numberOf(headers[range]?.timestamp),
    value: counts[range] ?? 0,
  }))
}
