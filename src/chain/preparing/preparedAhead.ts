import type { Findings } from './messages.ts'
import type { Preparation } from './preparation.ts'
import { ReadAhead } from './readAhead.ts'

/** A block in RLP and what was found about it ahead of its turn. */
export interface PreparedItem<Item> {
  readonly item: Item
  /** Undefined when the block was not prepared. */
  readonly findings: Findings | undefined
}

/** Reads blocks ahead, lets threads prepare them, and gives them in their order. */
export async function* preparedAhead<Item extends { readonly rlp: Uint8Array }>(
  source: AsyncIterable<Item>,
  preparation: Preparation,
): AsyncGenerator<PreparedItem<Item>> {
  const reading = new ReadAhead(source, preparation)
  try {
    for (let first = await reading.next(); first !== undefined; first = await reading.next()) {
      await preparation.ready()
      yield { item: first.item, findings: await first.ticket.result() }
    }
  } finally {
    await reading.close()
  }
}
