import type { Findings } from './messages.ts'
import type { Preparation } from './preparation.ts'
import type { Ticket } from './ticket.ts'

/** A block in RLP and what was found about it ahead of its turn. */
export interface PreparedItem<Item> {
  readonly item: Item
  /** Undefined when the block was not prepared. */
  readonly findings: Findings | undefined
}

/** How far preparation runs ahead. */
const mostBlocks = 512
const mostBytes = 8 << 20

/** Reads blocks ahead, lets threads prepare them, and gives them in their order. */
export async function* preparedAhead<Item extends { readonly rlp: Uint8Array }>(
  source: AsyncIterable<Item>,
  preparation: Preparation,
): AsyncGenerator<PreparedItem<Item>> {
  const items = source[Symbol.asyncIterator]()
  const queue: { readonly item: Item; readonly ticket: Ticket }[] = []
  let bytes = 0
  let end: (() => void) | undefined
  try {
    while (end === undefined || queue.length > 0) {
      const isFull = (): boolean => queue.length >= mostBlocks || bytes >= mostBytes
      // The first blocks are given before the others are read.
      const isServed = (): boolean => queue[0]?.ticket.isSettled === true && preparation.isBusy
      while (end === undefined && !isFull() && !isServed()) {
        const next = await nextOf(items)
        if (next.kind === 'end') end = next.finish
        else {
          const { item } = next
          queue.push({ item, ticket: preparation.add({ kind: 'block', rlp: item.rlp }) })
          bytes += item.rlp.length
        }
      }
      const first = queue.shift()
      if (first === undefined) break
      bytes -= first.item.rlp.length
      await preparation.ready()
      yield { item: first.item, findings: await first.ticket.result() }
    }
    end?.()
  } finally {
    await items.return?.()
  }
}

type Next<Item> =
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'end'; readonly finish: () => void }

/** A source that fails has ended, but its error comes after the items before it. */
async function nextOf<Item>(items: AsyncIterator<Item>): Promise<Next<Item>> {
  try {
    const { done, value } = await items.next()
    return done ? { kind: 'end', finish: () => {} } : { kind: 'item', item: value }
  } catch (error) {
    return {
      kind: 'end',
      finish: () => {
        throw error
      },
    }
  }
}
