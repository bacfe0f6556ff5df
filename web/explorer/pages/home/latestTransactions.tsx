import { numberOf } from '../../../shared/format/quantity.ts'
import { Age } from '../../../shared/parts/age.tsx'
import { Panel } from '../../../shared/parts/facts.tsx'
import { TransactionLink } from '../../../shared/parts/links.tsx'
import { Empty, LoadedPart } from '../../../shared/parts/notices.tsx'
import { useSteady } from '../../../shared/parts/steady.ts'
import type { Block, Hex } from '../../../shared/rpc/answers.ts'
import { useLoaded } from '../../../shared/rpc/loading.ts'
import { Sentence } from '../../../shared/sentence/sentenceText.tsx'
import { type FoundTransaction, findTransaction } from '../transaction/findTransaction.ts'
import { recentBlocks, sentTransactions } from './recentBlocks.ts'

const shownTransactions = 10

interface Place {
  readonly hash: Hex
  readonly block: Block
}

function newestTransactions(blocks: readonly Block[]): readonly Place[] {
  const places: Place[] = []
  for (const block of blocks.toReversed()) {
    places.push(
      ...sentTransactions(block)
        .toReversed()
        .map((hash) => ({ hash, block })),
    )
    if (places.length >= shownTransactions) break
  }
  return places.slice(0, shownTransactions)
}

/** The newest transactions, each with its sentence. */
export function LatestTransactions() {
  const places = newestTransactions(recentBlocks.value)
  const loaded = useLoaded(
    () => Promise.all(places.map(findPlaced)),
    'latest transactions',
    places.map(({ hash, block }) => `${hash} ${block.hash}`),
  )
  return (
    <Panel title="Latest transactions" aside={<a href="#/pending">Pending ones</a>}>
      <LoadedPart loaded={loaded}>
        {(found) => <Feed found={found.filter((item) => item !== undefined)} />}
      </LoadedPart>
    </Panel>
  )
}

interface Placed extends FoundTransaction {
  readonly block: Block
}

/** What was loaded before; a transaction of the same block does not change. */
const kept = new Map<string, Placed>()
const maximumKept = 100

async function findPlaced({ hash, block }: Place): Promise<Placed | undefined> {
  const key = `${hash} ${block.hash}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const found = await findTransaction(hash)
  if (found?.receipt === undefined) return undefined
  const placed = { ...found, block }
  kept.set(key, placed)
  if (kept.size > maximumKept) kept.delete(kept.keys().next().value ?? '')
  return placed
}

function Feed({ found }: { readonly found: readonly Placed[] }) {
  const { shown, place } = useSteady(found)
  if (shown.length === 0) {
    return <Empty>The last {recentBlocks.value.length} blocks hold no transactions of accounts.</Empty>
  }
  return (
    <ol class="feed" {...place}>
      {shown.map(({ transaction, receipt, block }) => (
        <li key={transaction.hash}>
          <TransactionLink value={transaction.hash} />
          <Age timestamp={numberOf(block.timestamp)} />
          <Sentence transaction={transaction} receipt={receipt} />
        </li>
      ))}
    </ol>
  )
}
