import type { Findings } from './findings.ts'
import type { Preparation, Ticket } from './preparation.ts'

/** How far preparation runs ahead. */
const maximumBlocks = 512
const maximumBytes = 8 << 20
/**
 * A full queue is filled again when this part of it is left. Filled up after each block, it would send every block in a message
 * of its own, which costs an import of small blocks a tenth of its processor time.
 */
const refilledPart = 1 / 2

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

interface ReadItem<Item> {
  readonly item: Item
  readonly ticket: Ticket
}

/** Reads blocks while earlier ones are executed, and gives them to the preparation. */
class ReadAhead<Item extends { readonly rlp: Uint8Array }> {
  readonly #items: AsyncIterator<Item>
  readonly #preparation: Preparation
  readonly #queue: ReadItem<Item>[] = []
  #bytes = 0
  #isFull = false
  #isClosed = false
  /** What the end of the source means: nothing, or its error. */
  #finish: (() => void) | undefined
  #tellRead: () => void = () => {}
  #tellTaken: () => void = () => {}

  constructor(source: AsyncIterable<Item>, preparation: Preparation) {
    this.#items = source[Symbol.asyncIterator]()
    this.#preparation = preparation
    void this.#read()
  }

  /** The next block; undefined after the last. The error of a source comes after the blocks before it. */
  async next(): Promise<ReadItem<Item> | undefined> {
    while (this.#queue.length === 0 && this.#finish === undefined) {
      await new Promise<void>((resolve) => {
        this.#tellRead = resolve
      })
    }
    const first = this.#queue.shift()
    if (first === undefined) this.#finish?.()
    else {
      this.#bytes -= first.item.rlp.length
      this.#isFull &&= this.#exceeds(refilledPart)
      this.#tellTaken()
    }
    return first
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#tellTaken()
    await this.#items.return?.()
  }

  async #read(): Promise<void> {
    while (this.#finish === undefined && !this.#isClosed) {
      this.#isFull ||= this.#exceeds(1)
      if (this.#isFull) {
        await new Promise<void>((resolve) => {
          this.#tellTaken = resolve
        })
        continue
      }
      await this.#readOne()
      this.#tellRead()
    }
  }

  #exceeds(part: number): boolean {
    return this.#queue.length >= part * maximumBlocks || this.#bytes >= part * maximumBytes
  }

  async #readOne(): Promise<void> {
    try {
      const { done, value } = await this.#items.next()
      if (done) this.#finish = () => {}
      else {
        this.#queue.push({ item: value, ticket: this.#preparation.add({ kind: 'block', rlp: value.rlp }) })
        this.#bytes += value.rlp.length
      }
    } catch (error) {
      this.#finish = () => {
        throw error
      }
    }
  }
}
