import { signal } from '@preact/signals'
import { integerOf, toQuantity } from '../../../shared/format/quantity.ts'
import type { Block, Hex, Transaction } from '../../../shared/rpc/answers.ts'
import { apiKey } from '../../../shared/rpc/apiKey.ts'
import { call } from '../../../shared/rpc/rpcClient.ts'
import { remasc } from '../../../shared/sentence/remascPayment.ts'

/** Blocks of the best chain without a gap, oldest first. */
export const recentBlocks = signal<readonly Block[]>([])

/**
 * Whether the transactions of a block end with that of REMASC, which has no sender. Development chains leave it out by
 * default. Undefined until a block has shown it.
 */
const endsWithRemasc = signal<boolean | undefined>(undefined)

/** The transactions of a block without that of REMASC. */
export const sentTransactions = ({ number, transactions }: Block): readonly Hex[] =>
  endsWithRemasc.value === false || integerOf(number) === 0n ? transactions : transactions.slice(0, -1)

/** Number of kept blocks: three hours of a public network, or one hour with an API key, which pays for each block. */
const kept = () => (apiKey.value === '' ? 360 : 120)
const loadedAtOnce = 60

let isLoading = false

/** Extends the recent blocks to the head, and back to the oldest block that is shown. */
export async function loadRecentBlocks(head: Block): Promise<void> {
  if (isLoading) return
  isLoading = true
  try {
    await extendTo(head)
    endsWithRemasc.value ??= await hasRemasc(head)
    await extendBack()
  } finally {
    isLoading = false
  }
}

async function extendTo(head: Block): Promise<void> {
  const blocks = recentBlocks.value
  const newest = blocks.at(-1)
  if (newest?.hash === head.hash) return
  const distance = newest === undefined ? 0n : integerOf(head.number) - integerOf(newest.number)
  const missing =
    distance > 1n && distance <= loadedAtOnce
      ? await blocksFrom(integerOf(newest?.number) + 1n, distance - 1n)
      : []
  const next = [...missing, head]
  // After a reorganisation, a jump or a restart of the local chain the old blocks belong to another branch.
  const follows = newest !== undefined && next[0]?.parentHash === newest.hash
  if (!follows) endsWithRemasc.value = undefined
  recentBlocks.value = (follows ? [...blocks, ...next] : [head]).slice(-kept())
}

async function hasRemasc({ number, transactions }: Block): Promise<boolean | undefined> {
  if (integerOf(number) === 0n) return undefined
  const last = transactions.at(-1)
  return (
    last !== undefined && (await call<Transaction | null>('eth_getTransactionByHash', last))?.to === remasc
  )
}

async function extendBack(): Promise<void> {
  for (;;) {
    const [oldest] = recentBlocks.value
    const first = integerOf(oldest?.number)
    const wanted = BigInt(Math.min(loadedAtOnce, kept() - recentBlocks.value.length))
    if (oldest === undefined || wanted <= 0n || first === 0n) return
    const from = first > wanted ? first - wanted : 0n
    const older = await blocksFrom(from, first - from)
    if (older.at(-1)?.hash !== oldest.parentHash || recentBlocks.value[0]?.hash !== oldest.hash) return
    recentBlocks.value = [...older, ...recentBlocks.value]
  }
}

async function blocksFrom(first: bigint, count: bigint): Promise<Block[]> {
  const numbers = Array.from({ length: Number(count) }, (_, at) => first + BigInt(at))
  const blocks = await Promise.all(
    numbers.map((number) => call<Block | null>('eth_getBlockByNumber', toQuantity(number), false)),
  )
  return blocks.filter((block) => block !== null)
}
